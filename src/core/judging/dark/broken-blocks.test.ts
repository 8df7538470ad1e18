import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { act, GRACE_TICKS, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { startedInATown } from "../../../testing/unpublished/town.ts";
import { blockPlace, groundPlace, windowPlace } from "../../index.ts";

const at = (x: number) => ({ world: "world", x, y: 64, z: 5 });
const CHEST = blockPlace(at(5));
const NEXT_CHEST = blockPlace(at(9));
const FAR_CHEST = blockPlace(at(900));
/** So that nothing is found by the scan within a test. */
const NO_SCAN = { config: "scan-interval: 20000" };

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const types = ({ outside }: FakeService) =>
  outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
const placesOf = async ({ store }: FakeService) => (await store.caseByNumber(1))?.copies.map(({ place }) => place);

for (const isCopyInChest of [true, false]) {
  test(`what fell out of a broken block is the copy that was in it: the ${isCopyInChest ? "later" : "first"} one`, async () => {
    const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
    const alex = join(game, "Alex", { at: at(5), ...(isCopyInChest && { slots: [sword()] }) });
    const chest = game.platform.chest(CHEST);
    if (!isCopyInChest) chest[0] = sword();
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
    await play(game, 3);
    if (isCopyInChest) chest[0] = sword();
    else alex.slots[0] = sword();
    act(game, alex, new FakeItem(sword()), [CHEST]);
    await play(game, 2);
    game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: alex });
    game.platform.drop(chest[0]!, alex.at);
    chest[0] = undefined;
    game.doubletake.report({ kind: "sighting", place: groundPlace(alex.at), action: "BLOCK_BREAK" });
    await play(game, GRACE_TICKS + 5);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    const [first, later] = [alex.place, groundPlace(alex.at)].sort(() => (isCopyInChest ? 0 : -1));
    assert.deepEqual(await placesOf(game), [first, later]);
    assert.deepEqual(
      (await game.store.quarantined({})).map(({ takenFrom }) => takenFrom.place),
      [later],
    );
  });
}

for (const isCopyInChest of [true, false])
  for (const isBoxed of [false, true])
    test(`what is put into the next chest there in that tick${isBoxed ? ", in a box," : ""} is not what fell out, which is the ${isCopyInChest ? "later" : "first"} one`, async () => {
      const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
      const put = isBoxed
        ? fakeStack("shulker_box", { tag: fakeId(8), inside: { kind: "shulker-box", slots: [sword()] } })
        : sword();
      const alex = join(game, "Alex", { at: at(5), ...(isCopyInChest && { slots: [put] }) });
      const chest = game.platform.chest(CHEST);
      if (!isCopyInChest) chest[0] = sword();
      game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
      await play(game, 3);
      if (isCopyInChest) chest[0] = sword();
      else alex.slots[0] = put;
      act(game, alex, new FakeItem(put), isCopyInChest ? [] : [NEXT_CHEST]);
      await play(game, 2);
      game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: alex });
      game.platform.drop(chest[0]!, alex.at);
      [chest[0], alex.slots[0]] = [put, undefined];
      game.doubletake.report({ kind: "sighting", place: groundPlace(alex.at), action: "BLOCK_BREAK" });
      act(game, alex, new FakeItem(put), [CHEST]);
      await play(game, GRACE_TICKS + 5);
      assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
      assert.deepEqual(
        (await game.store.quarantined({})).map(({ takenFrom }) => takenFrom.place),
        // Nobody knows whether the item was in the box before it fell.
        isCopyInChest ? [groundPlace(alex.at)] : isBoxed ? [] : [CHEST],
      );
    });

test("what fell out of a broken block is not claimed of it when the chunk goes dark in the next tick", async () => {
  const game = await startedService(NO_SCAN);
  const alex = join(game, "Alex", { at: at(5) });
  game.platform.chest(CHEST)[0] = sword();
  await play(game, 5);
  game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: alex });
  game.platform.drop(game.platform.chest(CHEST)[0]!, alex.at);
  game.platform.chest(CHEST)[0] = undefined;
  game.doubletake.report({ kind: "sighting", place: groundPlace(alex.at), action: "BLOCK_BREAK" });
  await play(game, 1);
  game.platform.darken(CHEST);
  await play(game, 5);
  assert.deepEqual(types(game), []);
});

test("out of the window of a block that is broken in the tick in which it was filled, whatever comes first: what fell stays, and the other is taken", async () => {
  const delays = [0, 1, 2];
  const timings = delays.flatMap((fall) => delays.flatMap((take) => delays.map((hide) => ({ fall, take, hide }))));
  for (const { fall, take, hide } of timings) {
    const game = await startedService();
    for (const place of [CHEST, NEXT_CHEST]) game.platform.chest(place);
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, 30);
    const [fallen, chest] = [bo.slots[0]!, game.platform.chest(CHEST)];
    [chest[0], bo.slots[0]] = [fallen, undefined];
    act(game, bo, new FakeItem(fallen), [CHEST]);
    game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK" });
    game.doubletake.report({ kind: "sighting", place: groundPlace(at(5)), action: "BLOCK_BREAK" });
    chest[0] = undefined;
    for (let tick = 0; tick < GRACE_TICKS + 60; tick++) {
      if (tick === fall) game.platform.drop(fallen, at(5));
      if (tick === take) {
        bo.slots[4] = sword();
        act(game, bo, new FakeItem(bo.slots[4]), [windowPlace(bo.id)]);
      }
      if (tick === take + hide) {
        game.platform.chest(NEXT_CHEST)[0] = bo.slots[4];
        act(game, bo, new FakeItem(bo.slots[4]!), [NEXT_CHEST]);
        bo.slots[4] = undefined;
      }
      await play(game, 1);
    }
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    const taken = (await game.store.quarantined({})).map(({ takenFrom }) => takenFrom.place);
    assert.deepEqual(taken, [NEXT_CHEST], JSON.stringify({ fall, take, hide }));
  }
});

describe("a copy out of the window of a broken block", () => {
  /** What Alex has put into the chest falls out of it; `fall` says where to. Bo has its window open. */
  async function broken(fall: (game: FakeService, fallen: FakeStack) => void) {
    const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
    const alex = join(game, "Alex", { slots: [sword()], at: at(5) });
    const bo = join(game, "Bo", { at: at(5) });
    await play(game, 3);
    const chest = putAway(game, alex, CHEST);
    await play(game, 3);
    const [fallen] = chest;
    game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: bo });
    chest[0] = undefined;
    fall(game, fallen!);
    return { game, alex, bo };
  }
  function takeFromWindow(game: FakeService, player: FakePlayer): FakeStack {
    const copy = sword();
    player.slots[4] = copy;
    act(game, player, new FakeItem(copy), [windowPlace(player.id)]);
    return copy;
  }
  const takenFrom = async ({ store }: FakeService) =>
    (await store.quarantined({})).map(({ takenFrom: { place } }) => place);

  test("is not the first when it falls out of another block there", async () => {
    const { game, alex, bo } = await broken((game, fallen) => game.platform.drop(fallen, at(5)));
    const copy = takeFromWindow(game, bo);
    await play(game, 1);
    alex.slots[0] = game.platform.pickUp("item-1");
    act(game, alex, new FakeItem(alex.slots[0]), [groundPlace(at(5))], "PICKUP");
    bo.slots[4] = undefined;
    game.platform.chest(NEXT_CHEST)[0] = copy;
    act(game, bo, new FakeItem(copy), [NEXT_CHEST]);
    await play(game, 1);
    game.doubletake.report({ kind: "going-dark", place: NEXT_CHEST, action: "BLOCK_BREAK", player: bo });
    game.platform.chest(NEXT_CHEST)[0] = undefined;
    game.platform.drop(copy, at(9));
    game.doubletake.report({ kind: "sighting", place: groundPlace(at(9)), action: "BLOCK_BREAK" });
    await play(game, GRACE_TICKS + 5);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.ok(!(await takenFrom(game)).includes(alex.place));
  });

  test("is not the first when somebody picks the first up in the tick of joining", async () => {
    const { game, bo } = await broken((game, fallen) => {
      quit(game, join(game, "Cleo"));
      game.platform.drop(fallen, at(5));
    });
    takeFromWindow(game, bo);
    await play(game, 2);
    const cleo = join(game, "Cleo");
    cleo.slots[0] = game.platform.pickUp("item-1");
    act(game, cleo, new FakeItem(cleo.slots[0]), [groundPlace(at(5))], "PICKUP");
    await play(game, GRACE_TICKS + 5);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.ok(!(await takenFrom(game)).includes(cleo.place));
  });

  test("is not the first when its holder puts the first away in the very tick", async () => {
    const { game, bo } = await broken((game, fallen) => game.platform.drop(fallen, at(5)));
    game.doubletake.report({ kind: "sighting", place: groundPlace(at(5)), action: "BLOCK_BREAK" });
    await play(game, 3);
    const first = game.platform.pickUp("item-1");
    bo.slots[0] = first;
    act(game, bo, new FakeItem(first), [groundPlace(at(5))], "PICKUP");
    await play(game, 30);
    bo.slots[0] = undefined;
    game.platform.chest(NEXT_CHEST)[0] = first;
    act(game, bo, new FakeItem(first), [NEXT_CHEST]);
    takeFromWindow(game, bo);
    await play(game, GRACE_TICKS + 5);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.ok(!(await takenFrom(game)).includes(NEXT_CHEST));
  });

  test("is not the first when it is dropped and picked up in the tick in which the first comes out of a chest", async () => {
    const { game, alex, bo } = await broken((game, fallen) => {
      game.platform.chest(NEXT_CHEST)[0] = fallen;
    });
    await play(game, 1);
    const copy = takeFromWindow(game, bo);
    await play(game, 1);
    const chest = game.platform.chest(NEXT_CHEST);
    act(game, bo, new FakeItem(copy), [groundPlace(at(5))], "DROP");
    alex.slots[0] = chest[0];
    chest[0] = undefined;
    act(game, alex, new FakeItem(alex.slots[0]!), [NEXT_CHEST]);
    act(game, bo, new FakeItem(copy), [groundPlace(at(5))], "PICKUP");
    await play(game, GRACE_TICKS + 5);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.ok(!(await takenFrom(game)).includes(alex.place));
  });
});

test("a copy out of the window of a broken block, whose holder is back after a crash before the ground: that one is taken", async () => {
  const [store, clock] = [new MemoryStore(), new HandClock()];
  const before = await startedService({ store, clock });
  const [alex, bo] = ["Alex", "Bo"].map((name) => join(before, name, { at: at(5) }));
  alex!.slots[0] = sword();
  await play(before, 3);
  const chest = putAway(before, alex!, CHEST);
  await play(before, 60);
  before.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: alex! });
  const fallen = chest[0]!;
  chest[0] = undefined;
  before.platform.drop(fallen, at(5));
  before.doubletake.report({ kind: "sighting", place: groundPlace(at(5)), action: "BLOCK_BREAK" });
  bo!.slots[4] = sword();
  act(before, bo!, new FakeItem(bo!.slots[4]), [windowPlace(bo!.id)]);
  quit(before, bo!);
  await play(before, 3);

  const game = await startedService({ store, clock, firstId: 0x1000 });
  game.platform.drop(sword(), at(5));
  game.platform.darken(groundPlace(at(5)));
  await play(game, 3);
  const back = join(game, "Bo", { at: at(5), slots: [sword()] });
  await play(game, 30);
  game.platform.lighten(groundPlace(at(5)));
  game.doubletake.report({ kind: "sighting", place: groundPlace(at(5)), action: "SCAN" });
  await play(game, 30);
  assert.deepEqual(
    (await store.quarantined({})).map(({ takenFrom: { place } }) => place),
    [back.place],
  );
});

test("a copy that is dropped where the first is picked up in the very tick robs nobody", async () => {
  const game = await startedService(NO_SCAN);
  const [alex, bo, cleo] = ["Alex", "Bo", "Cleo"].map((name) => join(game, name, { at: at(5) }));
  const first = sword();
  const entity = game.platform.drop(first, at(5));
  act(game, alex!, new FakeItem(first), [groundPlace(at(5))], "DROP");
  await play(game, 60);
  const copy = sword();
  cleo!.slots[0] = copy;
  game.doubletake.report({ kind: "sighting", place: cleo!.place, action: "SCAN", player: cleo! });
  await play(game, 3);
  bo!.slots[0] = game.platform.pickUp(entity);
  act(game, bo!, new FakeItem(first), [groundPlace(at(5))], "PICKUP");
  cleo!.slots[0] = undefined;
  const dropped = game.platform.drop(copy, at(6));
  act(game, cleo!, new FakeItem(copy), [groundPlace(at(6))], "DROP");
  await play(game, 1);
  alex!.slots[0] = game.platform.pickUp(dropped);
  act(game, alex!, new FakeItem(copy), [groundPlace(at(6))], "PICKUP");
  await play(game, GRACE_TICKS * 2);
  assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  assert.ok((await game.store.quarantined({})).every(({ takenFrom }) => takenFrom.place !== bo!.place));
});

test("what falls out of a broken block ticks later may be the first still, when another copy was in sight all the time", async () => {
  const game = await startedService(NO_SCAN);
  const alex = join(game, "Alex", { slots: [sword()], at: at(5) });
  const bo = join(game, "Bo", { at: at(5) });
  await play(game, 3);
  const chest = putAway(game, alex, CHEST);
  await play(game, 60);
  bo.slots[0] = sword();
  game.doubletake.report({ kind: "sighting", place: bo.place, action: "SCAN", player: bo });
  await play(game, 3);
  game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: bo });
  const [fallen] = chest.splice(0);
  await play(game, 2);
  game.platform.drop(fallen!, at(5));
  game.doubletake.report({ kind: "sighting", place: groundPlace(at(5)), action: "BLOCK_BREAK" });
  await play(game, GRACE_TICKS * 2 + 5);
  assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  assert.deepEqual(await game.store.quarantined({}), []);
});
