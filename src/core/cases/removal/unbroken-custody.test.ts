import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, quit, sold } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../index.ts";
import { groundPlace, windowPlace } from "../../model/place.ts";

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

describe("the copy whose custody is unbroken stays, the one that turned up goes", () => {
  test("whoever once owned an item and clones it later does not have its buyer robbed", async () => {
    const game = await startedService();
    const { alex, bo } = await sold(game, sword());
    alex.slots[4] = sword();
    act(game, alex, new FakeItem(alex.slots[4]));
    await play(game, UNTIL_REMOVED);
    assert.deepEqual([has(alex.slots), has(bo.slots)], [false, true]);
  });

  test("nor when the server was restarted meanwhile, and the former owner is seen first", async () => {
    const game = await startedService();
    await sold(game, sword());
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
      const { alex } = await sold(game, sword());
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

  test("a copy that is put into the same chest, or onto the same ground, does not take the place of what was seen there", async () => {
    const AT = { world: "world", x: 5, y: 64, z: 5 };
    for (const isOnGround of [false, true]) {
      const game = await startedService();
      const [bo, chest] = [join(game, "Bo"), game.platform.chest(CHEST)];
      const mine = sword();
      if (isOnGround) game.platform.drop(mine, AT);
      else chest[5] = mine;
      const there = isOnGround ? groundPlace(AT) : CHEST;
      game.doubletake.report({ kind: "sighting", place: there, action: "SCAN" });
      await play(game, 450);
      bo.slots[0] = sword();
      act(game, bo, new FakeItem(bo.slots[0]));
      await play(game, 3);
      // Worn out, into the first slot: nobody should be left with that one instead.
      const worn = sword();
      bo.slots[0] = undefined;
      if (isOnGround) game.platform.drop(worn, AT);
      else chest[0] = worn;
      act(game, bo, new FakeItem(worn), [there]);
      await play(game, UNTIL_REMOVED);
      const [entry] = await game.store.quarantined({});
      assert.equal(entry?.state, "held");
      if (!isOnGround) assert.deepEqual([chest[0], chest[5]], [undefined, mine]);
    }
  });

  describe("what comes out of a window whose chest is broken is the copy, what fell out of the chest was there first", () => {
    const AT = { world: "world", x: 5, y: 64, z: 5 };

    /** Bo stores the sword; his window stays open while somebody breaks the chest, as SerenityJS reports it. */
    async function broken(game: FakeService, fallsLater = 0): Promise<FakePlayer> {
      const bo = await stored(game);
      breakChest(game, fallsLater);
      return bo;
    }

    async function stored(game: FakeService): Promise<FakePlayer> {
      const bo = join(game, "Bo", { slots: [sword()] });
      await play(game, 5);
      const chest = game.platform.chest(CHEST);
      [chest[0], bo.slots[0]] = [bo.slots[0], undefined];
      act(game, bo, new FakeItem(chest[0]!), [CHEST]);
      await play(game, 25);
      return bo;
    }

    function breakChest(game: FakeService, fallsLater = 0): void {
      const chest = game.platform.chest(CHEST);
      game.doubletake.report({ kind: "sighting", place: groundPlace(AT), action: "BLOCK_BREAK" });
      game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK" });
      game.doubletake.report({ kind: "sighting", place: CHEST, action: "BLOCK_BREAK" });
      const fallen = chest[0]!;
      chest[0] = undefined;
      if (fallsLater === 0) game.platform.drop(fallen, AT);
    }

    function takeFromWindow(game: FakeService, bo: FakePlayer): void {
      bo.slots[4] = sword();
      act(game, bo, new FakeItem(bo.slots[4]), [windowPlace(bo.id)]);
    }

    async function takenFrom(game: FakeService): Promise<string[]> {
      const entries = await game.store.quarantined({});
      return entries.filter(({ state }) => state === "held").map(({ takenFrom }) => takenFrom.place);
    }

    for (const ticks of [0, 1, 2, 5])
      test(`when it is taken out ${ticks} ticks after the break`, async () => {
        const game = await startedService();
        const bo = await broken(game);
        await play(game, ticks);
        takeFromWindow(game, bo);
        await play(game, UNTIL_REMOVED);
        assert.deepEqual(await takenFrom(game), [bo.place]);
      });

    test("but a copy that rolls there from another chunk has not fallen out of it, and robs nobody", async () => {
      const game = await startedService();
      const cheat = join(game, "Cheat");
      // A command took the chest away: nothing fell, and what Bo takes out is the only one.
      const bo = await broken(game, 1);
      takeFromWindow(game, bo);
      await play(game, 3);
      const far = { ...AT, x: 33 };
      const copy = sword();
      const entity = game.platform.drop(copy, far);
      act(game, cheat, new FakeItem(copy), [bo.place, groundPlace(far)]);
      await play(game, 3);
      game.platform.drop(game.platform.pickUp(entity), { ...AT, x: 20 });
      game.doubletake.report({ kind: "sighting", place: groundPlace(far), action: "SCAN" });
      await play(game, UNTIL_REMOVED);
      assert.ok(has(bo.slots), "his own");
      assert.deepEqual(
        (await takenFrom(game)).filter((place) => place === bo.place),
        [],
      );
    });

    test("when it is hidden in another chest in the very tick in which it is taken out", async () => {
      const game = await startedService();
      const bo = await broken(game);
      await play(game, 1);
      const hiding = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
      game.platform.chest(hiding)[0] = sword();
      const copy = new FakeItem(game.platform.chest(hiding)[0]!);
      act(game, bo, copy, [windowPlace(bo.id)]);
      act(game, bo, copy, [hiding]);
      await play(game, UNTIL_REMOVED);
      assert.deepEqual(await takenFrom(game), [hiding]);
    });

    test("when it is taken out as the chest breaks, and hidden in another chest in the next tick", async () => {
      const game = await startedService();
      const bo = await broken(game);
      takeFromWindow(game, bo);
      await play(game, 1);
      const hiding = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
      [game.platform.chest(hiding)[0], bo.slots[4]] = [bo.slots[4], undefined];
      act(game, bo, new FakeItem(game.platform.chest(hiding)[0]!), [hiding]);
      await play(game, UNTIL_REMOVED);
      assert.deepEqual(await takenFrom(game), [hiding]);
    });

    test("when its holder leaves in the very tick of the break, and comes back", async () => {
      const game = await startedService();
      const bo = await broken(game);
      takeFromWindow(game, bo);
      quit(game, bo);
      await play(game, 5);
      const again = join(game, "Bo", { slots: bo.slots });
      await play(game, UNTIL_REMOVED);
      assert.deepEqual(await takenFrom(game), [again.place]);
    });

    for (const isChestFirst of [true, false])
      test(`when whoever has another copy leaves in the tick of the break, ${isChestFirst ? "after" : "before"} it`, async () => {
        const game = await startedService();
        const alex = join(game, "Alex");
        await stored(game);
        alex.slots[4] = sword();
        act(game, alex, new FakeItem(alex.slots[4]));
        await play(game, 3);
        if (!isChestFirst) quit(game, alex);
        breakChest(game);
        if (isChestFirst) quit(game, alex);
        await play(game, 5);
        join(game, "Alex", { slots: alex.slots });
        await play(game, UNTIL_REMOVED);
        assert.deepEqual(await takenFrom(game), [alex.place]);
      });

    for (const isHandedOn of [false, true])
      test(`also when what fell out is found ticks later${isHandedOn ? ", and the copy was handed on" : ""}`, async () => {
        const game = await startedService();
        const carl = join(game, "Carl");
        const bo = await broken(game, 3);
        takeFromWindow(game, bo);
        await play(game, 2);
        if (isHandedOn) {
          [carl.slots[0], bo.slots[4]] = [bo.slots[4], undefined];
          act(game, carl, new FakeItem(carl.slots[0]!), [bo.place], "PICKUP");
          await play(game, 1);
        }
        game.platform.drop(sword(), AT);
        game.doubletake.report({ kind: "sighting", place: groundPlace(AT), action: "SCAN" });
        await play(game, UNTIL_REMOVED);
        assert.deepEqual(await takenFrom(game), [isHandedOn ? carl.place : bo.place]);
      });

    test("but what turns up elsewhere did not fall out, and what is found after everything was looked at neither", async () => {
      for (const isLate of [false, true]) {
        const game = await startedService();
        const carl = join(game, "Carl");
        const bo = await broken(game, 3);
        takeFromWindow(game, bo);
        await play(game, 2);
        [carl.slots[0], bo.slots[4]] = [bo.slots[4], undefined];
        act(game, carl, new FakeItem(carl.slots[0]!), [bo.place], "PICKUP");
        await play(game, isLate ? 850 : 2);
        if (isLate) {
          game.platform.drop(sword(), AT);
          game.doubletake.report({ kind: "sighting", place: groundPlace(AT), action: "SCAN" });
        } else {
          bo.slots[7] = sword();
          act(game, bo, new FakeItem(bo.slots[7]));
        }
        await play(game, UNTIL_REMOVED);
        assert.ok(has(carl.slots), "the buyer is not robbed");
      }
    });
  });
});
