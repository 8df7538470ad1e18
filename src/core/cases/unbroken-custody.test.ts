import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { type FakeService, startedService } from "../../testing/fake-service.ts";
import { settle } from "../../testing/settle.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/story.ts";
import { blockPlace } from "../index.ts";
import { groundPlace, windowPlace } from "../place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ID = fakeId(7);
const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: ID });
const has = (slots: readonly (FakeStack | undefined)[]) => slots.some((stack) => stack?.tag === ID);

/** The server goes down in order, and a new process starts on the same store; nobody is there and the chest is as it was. */
async function restarted(game: FakeService): Promise<FakeService> {
  const inChest = game.platform.chest(CHEST)[0];
  await game.doubletake.stop();
  const again = await startedService({ store: game.store, clock: game.clock });
  again.platform.chest(CHEST)[0] = inChest;
  await settle();
  return again;
}

/** Alex sells the sword to Bo: he drops it into his hands, and that is reported. */
async function sold(game: FakeService): Promise<{ alex: FakePlayer; bo: FakePlayer }> {
  const alex = join(game, "Alex", { slots: [sword()] });
  const bo = join(game, "Bo");
  await play(game, 25);
  [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
  act(game, bo, new FakeItem(bo.slots[0]!), [alex.place], "PICKUP");
  await play(game, 25);
  return { alex, bo };
}

describe("the copy whose custody is unbroken stays, the one that turned up goes", () => {
  test("whoever once owned an item and clones it later does not have its buyer robbed", async () => {
    const game = await startedService();
    const { alex, bo } = await sold(game);
    alex.slots[4] = sword();
    act(game, alex, new FakeItem(alex.slots[4]));
    await play(game, UNTIL_REMOVED);
    assert.deepEqual([has(alex.slots), has(bo.slots)], [false, true]);
  });

  test("nor when the server was restarted meanwhile, and the former owner is seen first", async () => {
    const game = await startedService();
    await sold(game);
    const again = await restarted(game);
    const alex = join(again, "Alex", { slots: [sword()] });
    await play(again, 3);
    const bo = join(again, "Bo", { slots: [sword()] });
    await play(again, UNTIL_REMOVED);
    assert.deepEqual([has(alex.slots), has(bo.slots)], [false, true]);
  });

  test("nor when it restarts between the two looks, or after the proof with removal switched off", async () => {
    for (const ticks of [4, UNTIL_REMOVED]) {
      const game = await startedService({ config: "auto-remove-duplicates: false" });
      const { alex } = await sold(game);
      alex.slots[4] = sword();
      act(game, alex, new FakeItem(alex.slots[4]));
      await play(game, ticks);
      const again = await restarted(game);
      const back = join(again, "Alex", { slots: [sword()] });
      await play(again, 2);
      const bo = join(again, "Bo", { slots: [sword()] });
      await play(again, UNTIL_REMOVED + 2);
      assert.deepEqual([has(back.slots), has(bo.slots)], [false, true], `restarted after ${ticks} ticks`);
    }
  });

  for (const isRestarted of [false, true]) {
    const how = isRestarted ? ", over a restart" : "";

    test(`a chest that was dark keeps what it held${how}`, async () => {
      let game = await startedService();
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game, 5);
      const chest = game.platform.chest(CHEST);
      [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
      act(game, alex, new FakeItem(chest[0]!), [CHEST]);
      await play(game, 5);
      game.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
      game.platform.darken(CHEST);
      await play(game, 5);
      if (isRestarted) {
        game = await restarted(game);
        game.platform.darken(CHEST);
      }
      const bo = join(game, "Bo", { slots: [sword()] });
      await play(game, 20);
      assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_SUSPECTED");
      // The newcomer moves on meanwhile.
      [bo.slots[3], bo.slots[0]] = [bo.slots[0], undefined];
      game.platform.lighten(CHEST);
      game.doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
      await play(game, UNTIL_REMOVED);
      assert.deepEqual([has(game.platform.chest(CHEST)), has(bo.slots)], [true, false]);
    });

    test(`a player who was away keeps what he had${how}`, async () => {
      let game = await startedService();
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game, 5);
      quit(game, alex);
      await play(game, 5);
      if (isRestarted) game = await restarted(game);
      const bo = join(game, "Bo", { slots: [sword()] });
      await play(game, 20);
      if (isRestarted) game = await restarted(game);
      const holder = isRestarted ? join(game, "Bo", { slots: [sword()] }) : bo;
      const back = join(game, "Alex", { slots: [sword()] });
      await play(game, UNTIL_REMOVED);
      assert.deepEqual([has(back.slots), has(holder.slots)], [true, false]);
    });
  }

  test("what is reported to leave a player who is away has not left him", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    const bo = join(game, "Bo");
    await play(game, 5);
    quit(game, alex);
    // Bo still has a view of Alex's inventory open, and takes it out of that.
    bo.slots[2] = sword();
    act(game, bo, new FakeItem(bo.slots[2]), [alex.place]);
    await play(game, 20);
    const back = join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    assert.deepEqual([has(back.slots), has(bo.slots)], [true, false]);
  });

  test("what is taken out of a window in the tick in which its chest is broken is the copy, not what fell out of the chest", async () => {
    const game = await startedService();
    const bo = join(game, "Bo");
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    act(game, bo, new FakeItem(chest[0]), [CHEST]);
    await play(game, 25);
    const broken = chest[0];
    chest[0] = undefined;
    game.platform.drop(broken, { world: "world", x: 5, y: 64, z: 5 });
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "BLOCK_BREAK" });
    const ground = groundPlace({ world: "world", x: 5, y: 64, z: 5 });
    game.doubletake.report({ kind: "sighting", place: ground, action: "BLOCK_BREAK" });
    bo.slots[0] = sword();
    act(game, bo, new FakeItem(bo.slots[0]), [windowPlace(bo.id)]);
    await play(game, UNTIL_REMOVED);
    assert.equal(has(bo.slots), false);
    assert.deepEqual(
      (await game.store.quarantined({})).map(({ state, takenFrom }) => [state, takenFrom.place]),
      [["held", bo.place]],
    );
  });
});
