import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";

const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const quarantine = ({ store }: FakeService) => store.quarantined({ caseNumber: 1 });

describe("restore gives an item back once, under a fresh id", () => {
  async function taken(): Promise<{ game: FakeService; bo: ReturnType<typeof join> }> {
    const game = await startedService();
    join(game, "Alex", { slots: [sword()] });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    return { game, bo };
  }

  test("to the player it was taken from", async () => {
    const { game, bo } = await taken();
    const outcome = await game.doubletake.staffActs.restore(1, "Staff", undefined);
    assert.equal(outcome?.returning.length, 1);
    await play(game, 100);
    assert.equal(bo.slots[0]?.material, "minecraft:diamond_sword");
    assert.notEqual(bo.slots[0]?.tag, fakeId(7));
    assert.deepEqual(
      (await quarantine(game)).map(({ state }) => state),
      ["returned"],
    );
    const again = await game.doubletake.staffActs.restore(1, "Staff", undefined);
    assert.deepEqual([again?.returning.length, again?.alreadyReturned], [0, 1]);
    await play(game, 100);
    assert.equal(bo.slots.filter(Boolean).length, 1);
    assert.equal(game.outside.sent.length, 1);
  });

  test("each for itself, when a stack of several was taken that holds one: nobody is accused of it again", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [fakeStack("diamond_sword", { tag: fakeId(7), count: 4 })] });
    await play(game, 40);
    assert.equal(alex.slots[0]?.count, 1, "three are taken");
    for (let slot = 1; slot < 34; slot++) alex.slots[slot] = fakeStack("dirt");
    await game.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(game, 10);
    assert.match(alex.heard.at(-1) ?? "", /your inventory is full/);
    assert.deepEqual(
      alex.slots.slice(34, 36),
      [undefined, undefined],
      "none of them, as long as there is no room for all",
    );
    alex.slots[33] = undefined;
    quit(game, alex);
    const back = join(game, "Alex", { slots: alex.slots });
    await play(game, 100);
    const swords = back.slots.filter((stack) => stack?.material === "minecraft:diamond_sword");
    assert.deepEqual([swords.length, new Set(swords.map((stack) => stack!.tag)).size], [4, 4]);
    assert.equal(game.outside.sent.length, 1);
  });

  test("not at all when so many were taken off one stack that nobody has room for them", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [fakeStack("diamond_sword", { tag: fakeId(7), count: 64 })] });
    await play(game, 40);
    await game.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(game, 10);
    assert.match(alex.heard.at(-1) ?? "", /your inventory is full/);
    assert.deepEqual(
      (await quarantine(game)).map(({ state }) => state),
      ["returning"],
    );
    assert.equal(game.outside.sent.length, 1);
  });

  test("at the next join, when the player is away or has no room", async () => {
    const { game, bo } = await taken();
    quit(game, bo);
    await game.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(game, 5);
    const full = join(game, "Bo", { slots: new Array(42).fill(undefined).map(() => fakeStack("dirt")) });
    await play(game, 5);
    assert.match(full.heard.at(-1) ?? "", /your inventory is full/);
    quit(game, full);
    const back = join(game, "Bo");
    await play(game, 5);
    assert.equal(back.slots[0]?.material, "minecraft:diamond_sword");
  });
});
