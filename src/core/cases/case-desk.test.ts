import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { type FakeService, type FakeServiceOptions, startedService } from "../../testing/fake-service.ts";
import { type HandStore, handStore } from "../../testing/hand-store.ts";
import { MemoryStore } from "../../testing/memory-store.ts";
import { duplicatedSword } from "../../testing/staff-desk.ts";
import { join, play } from "../../testing/story.ts";
import { withoutColours } from "../index.ts";

/** Two seconds: the longest that an alert waits for the number of its case. */
const PATIENCE_TICKS = 40;

async function start(options: FakeServiceOptions = {}): Promise<{ game: FakeService; hand: HandStore }> {
  const hand = handStore(new MemoryStore());
  const game = await startedService({ config: "auto-remove-duplicates: false", ...options, store: hand.store });
  return { game, hand };
}

/** Alex has a stack of two bows: proven at the first look. */
function cheat(game: FakeService): void {
  join(game, "Alex", { slots: [fakeStack("bow", { count: 2 })] });
}

const duplicates = ({ outside }: FakeService) => outside.sent.filter(({ type }) => type === "DUPLICATE_ITEM");

describe("an alert about a case", () => {
  it("waits for the number of its case, which it names", async () => {
    const { game } = await start();
    cheat(game);
    await play(game, 2);
    assert.deepEqual(
      duplicates(game).map(({ caseNumber }) => caseNumber),
      [1],
    );
    assert.match(withoutColours(duplicates(game)[0]!.details), /\/doubletake case 1$/);
  });

  it("does not wait for a store that hangs: it is raised without a number, once", async () => {
    const { game, hand } = await start();
    hand.hang();
    cheat(game);
    await play(game, PATIENCE_TICKS - 5);
    assert.equal(duplicates(game).length, 0);
    await play(game, 10);
    assert.deepEqual(
      duplicates(game).map(({ caseNumber }) => caseNumber),
      [0],
    );
    hand.recover();
    await play(game, PATIENCE_TICKS + 5);
    assert.equal(duplicates(game).length, 1);
    assert.equal((await game.store.caseByNumber(1))?.material, "BOW");
  });

  it("does not wait for a store that hangs from the start, either, and the case is filed once it answers", async () => {
    const hand = handStore(new MemoryStore());
    hand.hang();
    const game = await startedService({ store: hand.store });
    cheat(game);
    await play(game, PATIENCE_TICKS + 5);
    assert.deepEqual(
      duplicates(game).map(({ caseNumber }) => caseNumber),
      [0],
    );
    hand.recover();
    await play(game, 10);
    assert.equal(duplicates(game).length, 1, "told once");
    const record = await game.store.caseByNumber(1);
    assert.equal(record?.type, "DUPLICATE_ITEM");
    assert.equal((await game.store.quarantined({ caseNumber: 1 })).length, 1, "and what follows from it follows");
  });

  it("is raised without a number when the store fails", async () => {
    const { game, hand } = await start();
    hand.fail("the database is away");
    cheat(game);
    await play(game, 2);
    assert.deepEqual(
      duplicates(game).map(({ caseNumber }) => caseNumber),
      [0],
    );
  });
});

describe("whoever fails while being told of a case", () => {
  it("ends nothing: no rejection goes unhandled, and the next case is told", async () => {
    const { game } = await start({ config: "" });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const { send } = game.outside;
    game.outside.send = () => {
      throw new Error("the channel is broken");
    };
    cheat(game);
    await play(game, 8);
    game.outside.send = send;
    join(game, "Bo", { slots: [fakeStack("elytra", { count: 2 })] });
    await play(game, 8);
    process.off("unhandledRejection", note);
    assert.deepEqual(unhandled, []);
    assert.ok(game.log.lines.some((line) => /^error: The alert about .* failed: the channel is broken$/.test(line)));
    assert.equal(duplicates(game).length, 1);
    assert.equal((await game.store.quarantined({})).length, 2, "what follows from the first case followed as well");
  });

  it("keeps no case from what follows when a console command of the operator throws", async () => {
    const { game } = await start({ config: "on-proven: ['kick {player}']" });
    game.platform.runConsoleCommand = () => {
      throw new Error("no such command");
    };
    cheat(game);
    await play(game, 8);
    assert.equal((await game.store.quarantined({})).length, 1);
  });
});

describe("what is found while a case is being written", () => {
  it("is not lost: it is part of the next writing", async () => {
    const { game, hand } = await start();
    hand.hang();
    const alex = join(game, "Alex", { slots: [fakeStack("bow", { count: 2 })] });
    await play(game, 2);
    const bo = join(game, "Bo", { slots: [{ ...alex.slots[0]! }] });
    await play(game, 2);
    hand.recover();
    await play(game, 3);
    const places = (await game.store.caseByNumber(1))?.copies.map(({ place }) => place);
    assert.deepEqual(new Set(places), new Set([alex.place, bo.place]));
  });
});

describe("what is done about a case", () => {
  it("is not lost when several things are done at once about a case that is closed", async () => {
    const { game } = await start();
    await duplicatedSword(game);
    const { casework } = game.doubletake;
    await casework.dismiss(1, "Staff");
    await Promise.all([casework.confirm(1, "Ann"), casework.dismiss(1, "Ben"), casework.confirm(1, "Cleo")]);
    assert.deepEqual(
      (await game.store.caseByNumber(1))?.acts.map(({ by }) => by),
      ["Staff", "Ann", "Ben", "Cleo"],
    );
  });
});
