import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace, type PlaceKey } from "../../model/place.ts";

const HERE = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(HERE);
const SOURCE = blockPlace({ ...HERE, x: 6 });
const GROUND = groundPlace(HERE);
const UNTIL_REMOVED = GRACE_TICKS + 8;

describe("copies that change places within a tick: nobody knows which is which, and nothing is taken", () => {
  for (const isSeenBefore of [true, false])
    it(`one takes the item from the ground while ${isSeenBefore ? "a dropper throws" : "somebody drops"} a copy there`, async () => {
      const { game, alex, bo, cheat, original, copy } = await start();
      const dropper = game.platform.chest(CHEST);
      const entity = game.platform.drop(original, HERE);
      alex.slots[0] = undefined;
      act(game, alex, new FakeItem(original), [GROUND], "DROP");
      await play(game, 60);
      const scan = () => game.doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
      if (isSeenBefore) {
        dropper[0] = copy;
        scan();
        await play(game, 3);
      }
      bo.slots[0] = game.platform.pickUp(entity);
      act(game, bo, new FakeItem(original), [GROUND], "PICKUP");
      dropper[0] = undefined;
      game.platform.drop(copy, HERE);
      if (isSeenBefore) scan();
      else act(game, cheat, new FakeItem(copy), [GROUND], "DROP");
      await play(game, UNTIL_REMOVED);
      assert.equal(bo.slots[0], original);
    });

  it("one takes the item from a chest while a hopper puts the other copy into the same slot", async () => {
    const { game, bo, original, copy } = await start({ isInChest: true });
    const [chest, source] = [game.platform.chest(CHEST), game.platform.chest(SOURCE)];
    const scan = () => game.doubletake.report({ kind: "sighting", place: SOURCE, action: "SCAN" });
    source[0] = copy;
    scan();
    await play(game, 3);
    [bo.slots[0], chest[0], source[0]] = [original, copy, undefined];
    act(game, bo, new FakeItem(original), [CHEST]);
    scan();
    await play(game, UNTIL_REMOVED);
    assert.equal(bo.slots[0], original);
  });

  for (const there of [CHEST, GROUND])
    it(`the item is put where the copy is, and the copy is taken from there: ${there}`, async () => {
      const { game, alex, cheat, original, copy } = await start();
      const chest = game.platform.chest(CHEST);
      const put = (stack: FakeStack, slot: number) => {
        if (there === CHEST) chest[slot] = stack;
        return there === CHEST ? "" : game.platform.drop(stack, HERE);
      };
      const lying = put(copy, 0);
      act(game, cheat, new FakeItem(copy), [there]);
      await play(game, 3);
      alex.slots[0] = undefined;
      put(original, 1);
      act(game, alex, new FakeItem(original), [there]);
      cheat.slots[0] = there === CHEST ? copy : game.platform.pickUp(lying);
      chest[0] = undefined;
      act(game, cheat, new FakeItem(copy), [there]);
      await play(game, UNTIL_REMOVED);
      assert.ok(!(await takenFrom(game)).includes(there));
    });

  it("a plugin gives the item away without an event while somebody gives the copy to somebody else", async () => {
    const { game, alex, bo, cheat, original, copy } = await start();
    const dora = join(game, "Dora", { at: HERE });
    await play(game, 30);
    cheat.slots[0] = copy;
    act(game, cheat, new FakeItem(copy));
    await play(game, 3);
    [bo.slots[0], alex.slots[0]] = [original, undefined];
    for (const { place } of [alex, bo]) game.doubletake.report({ kind: "sighting", place, action: "SCAN" });
    [dora.slots[0], cheat.slots[0]] = [copy, undefined];
    act(game, dora, new FakeItem(copy), [cheat.place]);
    await play(game, UNTIL_REMOVED);
    assert.equal(bo.slots[0], original);
  });

  for (const [what, swap] of Object.entries({ ground: onGround, chest: throughChest }))
    it(`at any moment until the copy is taken: ${what}`, async () => {
      const robbedAfter: number[] = [];
      for (let ticks = GRACE_TICKS - 2; ticks < GRACE_TICKS + 8; ticks++)
        if (await swap(ticks)) robbedAfter.push(ticks);
      assert.deepEqual(robbedAfter, []);
    });
});

test("with keep-oldest, the item comes to where the copy was that is to go, and the copy is taken from there: it stays with who had it first", async () => {
  const robbedAfter: number[] = [];
  for (let ticks = GRACE_TICKS - 2; ticks < GRACE_TICKS + 8; ticks++)
    if (await intoChest(ticks)) robbedAfter.push(ticks);
  assert.deepEqual(robbedAfter, []);
});

/** A copy is in the chest. It is taken out in the tick in which the owner of the item puts that in. True if the item was taken. */
async function intoChest(ticks: number): Promise<boolean> {
  const { game, alex, cheat, original, copy } = await start({ config: "keep-oldest-on-dup-remove: true" });
  const chest = game.platform.chest(CHEST);
  chest[0] = copy;
  act(game, cheat, new FakeItem(copy), [CHEST]);
  await play(game, ticks);
  if (chest[0] === undefined) return false;
  [cheat.slots[0], chest[0], chest[1], alex.slots[0]] = [copy, undefined, original, undefined];
  act(game, cheat, new FakeItem(copy), [CHEST]);
  act(game, alex, new FakeItem(original), [CHEST]);
  await play(game, 60);
  return chest[1] === undefined;
}

/** A copy lies on the ground. The owner drops the item there, and a tick later the copy is picked up. True if the item was taken. */
async function onGround(ticks: number): Promise<boolean> {
  const { game, alex, cheat, original, copy } = await start();
  const lying = game.platform.drop(copy, HERE);
  act(game, cheat, new FakeItem(copy), [GROUND], "DROP");
  await play(game, ticks);
  if (!game.platform.isLying(lying)) return false;
  const own = game.platform.drop(original, HERE);
  alex.slots[0] = undefined;
  act(game, alex, new FakeItem(original), [GROUND], "DROP");
  await play(game, 1);
  if (!game.platform.isLying(lying)) return false;
  cheat.slots[0] = game.platform.pickUp(lying);
  act(game, cheat, new FakeItem(copy), [GROUND], "PICKUP");
  await play(game, 30);
  return !game.platform.isLying(own);
}

/** The owner takes the item out of a chest in the moment in which the copy is put in. True if the item was taken. */
async function throughChest(ticks: number): Promise<boolean> {
  const { game, bo, cheat, original, copy } = await start({ isInChest: true });
  const chest = game.platform.chest(CHEST);
  cheat.slots[0] = copy;
  act(game, cheat, new FakeItem(copy));
  await play(game, ticks);
  if (cheat.slots[0] === undefined) return false;
  [bo.slots[0], chest[0], cheat.slots[0]] = [original, copy, undefined];
  act(game, bo, new FakeItem(original), [CHEST]);
  act(game, cheat, new FakeItem(copy), [CHEST]);
  await play(game, 30);
  return bo.slots[0] === undefined;
}

async function start({ isInChest = false, config = "" } = {}) {
  const game = await startedService({ config });
  const [original, copy] = [sword(), sword()];
  const alex = join(game, "Alex", { slots: isInChest ? [] : [original], at: HERE });
  const [bo, cheat] = [join(game, "Bo", { at: HERE }), join(game, "Cheat", { at: HERE })];
  if (isInChest) game.platform.chest(CHEST)[0] = original;
  await play(game, 450);
  return { game, alex, bo, cheat, original, copy };
}

async function takenFrom({ store }: Awaited<ReturnType<typeof startedService>>): Promise<PlaceKey[]> {
  return (await store.quarantined({})).filter(({ state }) => state === "held").map(({ takenFrom }) => takenFrom.place);
}

function sword(): FakeStack {
  return fakeStack("diamond_sword", { tag: fakeId(7) });
}
