import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import {
  type FakeService,
  type FakeServiceOptions,
  startedService,
} from "../../../testing/unpublished/fake-service.ts";
import { type HandStore, handStore } from "../../../testing/unpublished/stores/hand-store.ts";
import { join, play } from "../../../testing/unpublished/story.ts";
import { duplicatedSword } from "../../../testing/unpublished/test-staff.ts";
import { withoutColours } from "../../index.ts";

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

describe("a store that is away when something is proven", () => {
  it("gets the case when it is back, under one number, and staff are told once", async () => {
    const { game, hand } = await start();
    hand.fail("the database is away");
    cheat(game);
    await play(game, PATIENCE_TICKS + 20);
    assert.equal(duplicates(game).length, 1, "told without a number");
    hand.recover();
    await play(game, 45);
    const stored = await game.store.cases({}, { offset: 0, limit: 10 });
    assert.deepEqual(
      stored.map(({ number, type, material }) => [number, type, material]),
      [[1, "DUPLICATE_ITEM", "BOW"]],
    );
    assert.equal(duplicates(game).length, 1);
  });

  it("has what follows from the case done when it is back: the console commands, and the removal", async () => {
    const { game, hand } = await start({ config: "on-proven: ['say case {case}']" });
    const alex = join(game, "Alex", { slots: [fakeStack("bow", { tag: fakeId(9) })] });
    await play(game, 3);
    const bo = join(game, "Bo", { slots: [fakeStack("bow", { tag: fakeId(9) })] });
    await play(game, 5);
    hand.fail("the database is away");
    await play(game, PATIENCE_TICKS + 20);
    assert.equal(alex.slots.concat(bo.slots).filter((stack) => stack?.tag === fakeId(9)).length, 2);
    assert.deepEqual(game.platform.consoleCommands, []);
    hand.recover();
    await play(game, 90);
    assert.equal(alex.slots.concat(bo.slots).filter((stack) => stack?.tag === fakeId(9)).length, 1);
    assert.deepEqual(
      (await game.store.quarantined({})).map(({ state, caseNumber }) => [state, caseNumber]),
      [["held", 1]],
    );
    assert.equal(game.platform.consoleCommands.length, 1);
    const acts = (await game.store.caseByNumber(1))?.acts.map(({ act }) => act);
    assert.deepEqual(acts, ["remove", "gone"]);
  });

  it("may go at any moment between the proof and the end of the removal: in the end one copy is held, and one is there", async () => {
    for (let tick = 0; tick < 12; tick++) {
      const { game, hand } = await start({ config: "" });
      const alex = join(game, "Alex", { slots: [fakeStack("bow", { count: 2 })] });
      await play(game, tick);
      hand.fail("the database is away");
      await play(game, 30);
      hand.recover();
      await play(game, 120);
      assert.equal(alex.slots[0]?.count, 1, `away from tick ${tick} on`);
      const held = (await game.store.quarantined({})).filter(({ state }) => state !== "dropped");
      assert.deepEqual(
        held.map(({ state }) => state),
        ["held"],
        `away from tick ${tick} on`,
      );
      assert.equal((await game.store.cases({}, { offset: 0, limit: 10 })).length, 1);
    }
  });

  it("may have kept the case although it did not say so: it is not filed twice", async () => {
    const { game, hand } = await start();
    hand.forgetAnswers("the line broke");
    cheat(game);
    await play(game, 5);
    hand.recover();
    await play(game, 45);
    assert.equal((await game.store.cases({}, { offset: 0, limit: 10 })).length, 1);
  });

  it("gets the case at the stop at the latest", async () => {
    const { game, hand } = await start();
    hand.fail("the database is away");
    cheat(game);
    await play(game, 5);
    hand.recover();
    await game.doubletake.stop();
    assert.equal((await game.store.cases({}, { offset: 0, limit: 10 })).length, 1);
  });

  it("keeps no member of staff waiting: whoever decides about the case is told that it is away", async () => {
    const { game, hand } = await start();
    cheat(game);
    await play(game, 5);
    hand.fail("the database is away");
    await assert.rejects(game.doubletake.staffActs.confirm(1, "Staff"), /away/);
    hand.recover();
    await game.doubletake.staffActs.confirm(1, "Staff");
    const record = await game.store.caseByNumber(1);
    assert.deepEqual([record?.status, record?.acts.length], ["confirmed", 1]);
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
    const { staffActs } = game.doubletake;
    await staffActs.dismiss(1, "Staff");
    await Promise.all([staffActs.confirm(1, "Ann"), staffActs.dismiss(1, "Ben"), staffActs.confirm(1, "Cleo")]);
    assert.deepEqual(
      (await game.store.caseByNumber(1))?.acts.map(({ by }) => by),
      ["Staff", "Ann", "Ben", "Cleo"],
    );
  });
});
