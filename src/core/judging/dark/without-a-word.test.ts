import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { startedInATown } from "../../../testing/unpublished/town.ts";
import { blockPlace, groundPlace } from "../../index.ts";

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

describe("what moves without a word between two looks", () => {
  test("to another player is proven at the second look all the same", async () => {
    const game = await startedService(NO_SCAN);
    const alex = join(game, "Alex", { slots: [sword()] });
    const bo = join(game, "Bo", { slots: [sword()] });
    const cleo = join(game, "Cleo");
    await play(game, 3);
    cleo.slots[4] = bo.slots[0];
    bo.slots[0] = undefined;
    await play(game, GRACE_TICKS + 2);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.deepEqual(await placesOf(game), [alex.place, cleo.place]);
  });

  test("into a container near its holder, or onto the ground there, is proven too", async () => {
    for (const isDropped of [false, true]) {
      const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
      join(game, "Alex", { slots: [sword()], at: at(400) });
      const bo = join(game, "Bo", { slots: [sword()], at: at(12) });
      await play(game, 3);
      if (isDropped) game.platform.drop(bo.slots[0]!, bo.at);
      else game.platform.chest(CHEST)[0] = bo.slots[0];
      bo.slots[0] = undefined;
      await play(game, GRACE_TICKS + 2);
      assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
      assert.equal((await placesOf(game))?.[1], isDropped ? groundPlace(bo.at) : CHEST);
    }
  });

  test("and is really gone was given and taken back: nothing is said", async () => {
    const game = await startedService(NO_SCAN);
    join(game, "Alex", { slots: [sword()] });
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, 3);
    bo.slots[0] = undefined;
    await play(game, GRACE_TICKS * 3);
    assert.deepEqual(types(game), []);
  });
});

test("a proof names copies that came to lie close by without a word", async () => {
  const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
  const alex = join(game, "Alex", { slots: [sword(), sword()], at: at(5) });
  await play(game, 2);
  game.platform.chest(NEXT_CHEST)[3] = sword();
  game.platform.chest(FAR_CHEST)[3] = sword();
  await play(game, GRACE_TICKS + 1);
  assert.deepEqual(await placesOf(game), [alex.place, alex.place, NEXT_CHEST]);
});

describe("a claimed place", () => {
  test("that comes back without a word is looked at at once", async () => {
    const game = await startedService(NO_SCAN);
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 2);
    quit(game, alex);
    join(game, "Bo", { slots: [sword()] });
    await play(game, 3);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED"]);
    game.platform.join("Alex", { slots: [sword()] });
    await play(game, GRACE_TICKS + 1);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
  });

  test("is found among more claims than one tick end tries", async () => {
    const game = await startedService(NO_SCAN);
    const many = Array.from({ length: 80 }, (_, index) => () => fakeStack("bow", { tag: fakeId(100 + index) }));
    const leavers = many.map((bow, index) => join(game, `Leaver${index}`, { slots: [bow()] }));
    await play(game, 2);
    for (const leaver of leavers) quit(game, leaver);
    for (const [index, bow] of many.entries()) join(game, `Finder${index}`, { slots: [bow()] });
    await play(game, 4);
    game.platform.join("Leaver79", { slots: [many[79]!()] });
    await play(game, GRACE_TICKS + 5);
    assert.equal(types(game).filter((type) => type === "DUPLICATE_ITEM").length, 1);
  });
});

test("a copy that is announced in the tick of a stop has its fresh id before its holder is gone", async () => {
  const first = await startedService();
  const alex = join(first, "Alex", { slots: [sword()] });
  await play(first, 3);
  first.doubletake.api.announce({ cause: "bonus", ids: [fakeId(7)] });
  alex.slots[1] = sword();
  quit(first, alex);
  await first.doubletake.stop();
  assert.equal(alex.slots.filter((stack) => stack?.tag === fakeId(7)).length, 1);
  const second = await startedService({ store: first.store, clock: first.clock, firstId: 500 });
  join(second, "Alex", { slots: alex.slots });
  await play(second, GRACE_TICKS + 4);
  assert.deepEqual(types(second), []);
});

test("what is in a box goes where the box is reported to go, although its old place went dark unseen", async () => {
  const game = await startedService(NO_SCAN);
  const box = fakeStack("shulker_box", { tag: fakeId(8) });
  box.inside!.slots[2] = sword();
  const alex = join(game, "Alex", { slots: [box] });
  await play(game, 3);
  game.platform.drop(box, alex.at);
  alex.slots[0] = undefined;
  act(game, alex, new FakeItem(box), [groundPlace(alex.at)], "DROP");
  game.platform.leave(alex);
  await play(game, 10);
  assert.deepEqual(types(game), []);
});

test("after a crash an item that goes on before the store has answered accuses nobody", async () => {
  const first = await startedService();
  const alex = join(first, "Alex", { slots: [sword()] });
  await play(first, 2);
  first.platform.chest(CHEST)[0] = alex.slots[0];
  alex.slots[0] = undefined;
  await play(first, 2);
  const second = await startedService({ store: first.store, clock: first.clock });
  second.platform.darken(CHEST);
  await settle();
  const again = join(second, "Alex", { slots: [sword()] });
  await play(second, 1);
  second.platform.drop(again.slots[0]!, again.at);
  const stack = again.slots[0]!;
  again.slots[0] = undefined;
  act(second, again, new FakeItem(stack), [groundPlace(again.at)], "DROP");
  await play(second, 10);
  assert.deepEqual(types(second), []);
});

test("after a crash custody goes with an item that was where it should be, and went on before the store had answered", async () => {
  const first = await startedService();
  join(first, "Alex", { slots: [sword()] });
  await play(first, 4);
  const second = await startedService({ store: first.store, clock: first.clock });
  await settle();
  const alex = join(second, "Alex", { slots: [sword()] });
  await play(second, 1);
  const stack = alex.slots[0]!;
  second.platform.drop(stack, alex.at);
  alex.slots[0] = undefined;
  act(second, alex, new FakeItem(stack), [groundPlace(alex.at)], "DROP");
  await play(second, 10);
  const [custody] = await second.store.custodyOf([stack.tag!]);
  assert.equal(custody?.place, groundPlace(alex.at));
});

test("what is gone from the ground is looked for in the containers there: two may have taken it in one tick", async () => {
  const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
  const alex = join(game, "Alex", { at: at(12) });
  const entity = game.platform.drop(sword(), alex.at);
  act(game, alex, new FakeItem(sword()), [groundPlace(alex.at)], "DROP");
  await play(game, 3);
  alex.slots[0] = game.platform.pickUp(entity);
  act(game, alex, new FakeItem(alex.slots[0]), [groundPlace(alex.at)], "PICKUP");
  game.platform.chest(NEXT_CHEST)[0] = sword();
  await play(game, GRACE_TICKS + 1);
  assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  assert.deepEqual((await placesOf(game))?.toSorted(), [NEXT_CHEST, alex.place]);
});

test("nor need anybody say that it is gone from the ground: two machines may have taken it", async () => {
  const game = await startedInATown([CHEST, NEXT_CHEST, FAR_CHEST]);
  const alex = join(game, "Alex", { at: at(12) });
  const entity = game.platform.drop(sword(), alex.at);
  act(game, alex, new FakeItem(sword()), [groundPlace(alex.at)], "DROP");
  await play(game, 3);
  game.platform.chest(CHEST)[0] = game.platform.pickUp(entity);
  game.platform.chest(NEXT_CHEST)[0] = sword();
  await play(game, GRACE_TICKS + 1);
  assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
});

test("what comes to a player without a word is found within a second, and not only by the next scan", async () => {
  const game = await startedService({ config: "scan-interval: 200" });
  join(game, "Alex", { slots: [sword()] });
  const bo = join(game, "Bo");
  await play(game, 205);
  bo.slots[3] = sword();
  await play(game, 20 + GRACE_TICKS + 1);
  assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
});
