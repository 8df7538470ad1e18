import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace, type PlaceKey } from "../../model/place.ts";

const HERE = { world: "world", x: 5, y: 64, z: 5 };
const FAR = { ...HERE, x: 905 };
const [CHEST, FAR_CHEST] = [blockPlace(HERE), blockPlace(FAR)];
const UNTIL_REMOVED = GRACE_TICKS + 8;

const sword = (): FakeStack => fakeStack("diamond_sword", { tag: fakeId(7) });
const scan = (game: FakeService, place: PlaceKey) =>
  game.doubletake.report({ kind: "sighting", place, action: "SCAN" });

/** Alex has the item. Everything in sight has been looked at. */
async function start({ isInChest = false } = {}) {
  const game = await startedService();
  const [original, copy] = [sword(), sword()];
  const alex = join(game, "Alex", { slots: isInChest ? [] : [original], at: HERE });
  const cheat = join(game, "Cheat", { at: FAR });
  const chest = game.platform.chest(CHEST);
  if (isInChest) chest[0] = original;
  game.platform.chest(FAR_CHEST);
  await play(game, 450);
  return { game, alex, cheat, chest, original, copy };
}

describe("the item left its place without a word, and a reported move brings another copy from elsewhere", () => {
  for (const isSeenGone of [true, false])
    for (const isBack of [true, false])
      it(`${isSeenGone ? "after it was seen to be gone" : "in the same tick"}: what comes ${isBack ? "back" : "to another chest"} may be the item`, async () => {
        const { game, alex, cheat, chest, original, copy } = await start();
        alex.slots[0] = undefined;
        if (isSeenGone) {
          scan(game, alex.place);
          await play(game, 2);
        }
        cheat.slots[0] = copy;
        act(game, cheat, new FakeItem(copy), [FAR_CHEST]);
        await play(game, 2);
        if (isBack) alex.slots[0] = original;
        else chest[0] = original;
        scan(game, isBack ? alex.place : CHEST);
        await play(game, UNTIL_REMOVED);
        assert.equal(isBack ? alex.slots[0] : chest[0], original);
      });

  it("while a third copy that is known to be a later one is in sight", async () => {
    const { game, alex, cheat, original, copy } = await start();
    const dora = join(game, "Dora", { at: FAR });
    await play(game, 30);
    dora.slots[0] = sword();
    act(game, dora, new FakeItem(dora.slots[0]), [groundPlace(FAR)], "PICKUP");
    await play(game, 2);
    [alex.slots[0], cheat.slots[0]] = [undefined, copy];
    scan(game, alex.place);
    act(game, cheat, new FakeItem(copy), [FAR_CHEST]);
    await play(game, 2);
    alex.slots[0] = original;
    scan(game, alex.place);
    await play(game, UNTIL_REMOVED);
    assert.equal(alex.slots[0], original);
  });

  it("and a machine puts the item where somebody looks in that very tick", async () => {
    for (const isPlayer of [true, false]) {
      const { game, alex, cheat, chest, original, copy } = await start();
      const bo = join(game, "Bo", { at: HERE });
      await play(game, 30);
      alex.slots[0] = undefined;
      if (isPlayer) bo.slots[0] = original;
      else chest[0] = original;
      for (const place of [alex.place, isPlayer ? bo.place : CHEST]) scan(game, place);
      cheat.slots[0] = copy;
      act(game, cheat, new FakeItem(copy), [FAR_CHEST]);
      await play(game, UNTIL_REMOVED);
      assert.equal(isPlayer ? bo.slots[0] : chest[0], original, `player: ${isPlayer}`);
    }
  });
});

it("the item is where reported moves led to, also when it was not in sight for some ticks between two of them", async () => {
  const { game, alex, cheat, original, copy } = await start();
  const bo = join(game, "Bo", { at: HERE });
  await play(game, 30);
  alex.slots[0] = undefined;
  act(game, alex, new FakeItem(original), [groundPlace(HERE)], "DROP");
  await play(game, 2);
  bo.slots[0] = original;
  act(game, bo, new FakeItem(original), [groundPlace(HERE)], "PICKUP");
  await play(game, 2);
  cheat.slots[0] = copy;
  act(game, cheat, new FakeItem(copy), [FAR_CHEST]);
  await play(game, UNTIL_REMOVED);
  assert.equal(bo.slots[0], original);
  assert.equal(cheat.slots[0], undefined);
});

describe("the item left its place, and one is back there", () => {
  it("without a word: that may be another copy, and the item is what turns up next", async () => {
    const { game, alex, cheat, original, copy } = await start();
    alex.slots[0] = undefined;
    scan(game, alex.place);
    await play(game, 2);
    alex.slots[0] = copy;
    scan(game, alex.place);
    await play(game, 2);
    cheat.slots[0] = original;
    scan(game, cheat.place);
    await play(game, UNTIL_REMOVED);
    assert.equal(cheat.slots[0], original);
  });

  it("after a silent leaving, by a reported move from elsewhere: the same", async () => {
    const { game, alex, cheat, original, copy } = await start();
    alex.slots[0] = undefined;
    scan(game, alex.place);
    await play(game, 2);
    alex.slots[0] = copy;
    act(game, alex, new FakeItem(copy), [groundPlace(HERE)], "PICKUP");
    await play(game, 2);
    cheat.slots[0] = original;
    scan(game, cheat.place);
    await play(game, UNTIL_REMOVED);
    assert.equal(cheat.slots[0], original);
  });

  it("by moves that were reported both ways: it is the item", async () => {
    const { game, alex, cheat, original, copy } = await start();
    alex.slots[0] = undefined;
    act(game, alex, new FakeItem(original), [groundPlace(HERE)], "DROP");
    await play(game, 2);
    alex.slots[0] = original;
    act(game, alex, new FakeItem(original), [groundPlace(HERE)], "PICKUP");
    await play(game, 2);
    cheat.slots[0] = copy;
    scan(game, cheat.place);
    await play(game, UNTIL_REMOVED);
    assert.equal(alex.slots[0], original);
    assert.equal(cheat.slots[0], undefined);
  });
});
