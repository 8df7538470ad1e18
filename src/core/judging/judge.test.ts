import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { accountId } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, playerPlace } from "../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const types = ({ outside }: FakeService) =>
  outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");

test("copies that a crash made are nobody's doing, also when the store is slow to say that there was one", async () => {
  const first = await startedService();
  const alex = join(first, "Alex", { slots: [sword()] });
  await play(first, 5);
  first.platform.chest(CHEST)[0] = alex.slots[0];
  alex.slots[0] = undefined;
  await play(first, 30);
  // Killed: the chest was saved after that, and Alex before.
  const second = await startedService({ store: undefined, clock: first.clock });
  second.platform.chest(CHEST)[0] = sword();
  join(second, "Alex", { slots: [sword()] });
  second.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN" });
  await play(second, 3);
  await second.doubletake.connect(first.store);
  await play(second, 2 * GRACE_TICKS);
  const [record] = await first.store.cases({}, { offset: 0, limit: 10 });
  assert.equal(record?.cause, "crash");
  assert.equal(record?.playerName, "");
});

describe("two live copies", () => {
  test("in a slot and in a chest are proven at the second look, after the grace and not before", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game);
    game.platform.chest(CHEST)[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    await play(game, GRACE_TICKS);
    assert.deepEqual(types(game), []);
    await play(game, 1);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    const [alert] = game.outside.sent;
    assert.equal(alert?.player, "Alex");
    assert.deepEqual(alert?.locations, ["world:0,64,0", "world:5,64,5"]);
    assert.equal(alert?.caseNumber, 1);
    const record = await game.store.caseByNumber(1);
    assert.deepEqual(
      record?.copies.map(({ place, slot }) => [place, slot]),
      [
        [alex.place, "inventory/0"],
        [CHEST, "0"],
      ],
    );
  });

  test("that lie still in two loaded chests are found by the sweep, without any event", async () => {
    const game = await startedService();
    const other = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
    game.platform.chest(CHEST)[0] = sword();
    game.platform.chest(other)[3] = sword();
    await play(game, GRACE_TICKS + 4);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  });

  test("in one inventory are proven, and told once however often they are seen", async () => {
    const game = await startedService({ config: "scan-interval: 5" });
    join(game, "Alex", { slots: [sword(), sword()] });
    await play(game, 100);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  });

  test("of what is inside two boxes are proven, whatever ids the boxes have", async () => {
    const game = await startedService();
    const box = () => {
      const stack = fakeStack("shulker_box");
      stack.inside!.slots[4] = sword();
      return stack;
    };
    join(game, "Alex", { slots: [box()] });
    join(game, "Bo", { slots: [box()] });
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.deepEqual(game.outside.sent[0]?.players, ["Alex", "Bo"]);
  });

  test("as one stack above 1 are proven at once", async () => {
    const game = await startedService();
    join(game, "Alex", { slots: [{ ...sword(), count: 2 }] });
    await play(game, 2);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  });

  test("that become one within the grace were a movement", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 2);
    game.platform.chest(CHEST)[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    await play(game, 5);
    alex.slots[0] = undefined;
    await play(game, 300);
    assert.deepEqual(types(game), []);
    assert.deepEqual(await game.store.openClaims(), []);
  });

  test("on a slow server are proven after the ticks of the grace, and not when its milliseconds have passed", async () => {
    for (const [takenAfterTicks, expected] of [
      [GRACE_TICKS - 1, []],
      [GRACE_TICKS + 3, ["DUPLICATE_ITEM"]],
    ] as const) {
      const game = await startedService();
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game, 2);
      // A plugin gives now and takes later.
      game.platform.chest(CHEST)[0] = sword();
      act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
      await play(game, takenAfterTicks, 200);
      alex.slots[0] = undefined;
      await play(game, 30, 200);
      assert.deepEqual(types(game), expected, `${takenAfterTicks} ticks`);
    }
  });

  test("many at once, by one trick, are one case", async () => {
    const game = await startedService();
    const many = () =>
      Array.from({ length: 20 }, (_, index) => fakeStack("diamond_sword", { tag: fakeId(100 + index) }));
    join(game, "Alex", { slots: many() });
    join(game, "Bo", { slots: many() });
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
    assert.equal((await game.store.caseByNumber(1))?.itemIds.length, 20);
  });
});

describe("a dark place", () => {
  test("whose holder quit with the item makes its second appearance a claim, and proof when he comes back with it", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 2);
    quit(game, alex);
    await play(game, 2);
    join(game, "Bo", { slots: [sword()] });
    await play(game, 4);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED"]);
    join(game, "Alex", { slots: [sword()] });
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
    assert.deepEqual(
      game.outside.sent.map(({ caseNumber }) => caseNumber),
      [1, 1],
    );
    assert.deepEqual(await game.store.openClaims(), []);
  });

  test("that turns out to be empty closes its claim", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 2);
    quit(game, alex);
    join(game, "Bo", { slots: [sword()] });
    await play(game, 4);
    join(game, "Alex");
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED"]);
    assert.equal((await game.store.caseByNumber(1))?.status, "closed");
    assert.deepEqual(await game.store.openClaims(), []);
  });

  test("into which one of two copies goes inside the grace becomes a claim", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    join(game, "Bo", { slots: [sword()] });
    await play(game, 3);
    quit(game, alex);
    await play(game, 3);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED"]);
    join(game, "Alex", { slots: [sword()] });
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
  });

  test("is remembered over a restart: the claim is settled by the next process", async () => {
    const first = await startedService();
    const alex = join(first, "Alex", { slots: [sword()] });
    await play(first, 2);
    quit(first, alex);
    join(first, "Bo", { slots: [sword()] });
    await play(first, 4);
    await first.doubletake.stop();
    const second = await startedService({ store: first.store, clock: first.clock });
    await settle();
    join(second, "Alex", { slots: [sword()] });
    join(second, "Bo", { slots: [sword()] });
    await play(second, GRACE_TICKS + 4);
    assert.deepEqual(types(second), ["DUPLICATE_ITEM"]);
    assert.equal(second.outside.sent[0]?.caseNumber, 1);
  });
});

test("what a trick made after a crash is no work of the crash, although nobody had looked at its places before", async () => {
  const first = await startedService();
  await play(first, 2);
  const second = await startedService({ store: first.store, clock: first.clock });
  await settle();
  const box = () => {
    const stack = fakeStack("shulker_box");
    stack.inside!.slots[4] = sword();
    return stack;
  };
  second.platform.chest(CHEST)[0] = box();
  await play(second, 3);
  const alex = join(second, "Alex", { slots: [box()] });
  await play(second, GRACE_TICKS + 4);
  assert.deepEqual(types(second), ["DUPLICATE_ITEM"]);
  assert.equal((await second.store.caseByNumber(1))?.cause, "");
  assert.equal(second.outside.sent[0]?.player, alex.name);
});

test("copies that a torn restore made are one case without blame", async () => {
  const first = await startedService();
  const many = () => Array.from({ length: 5 }, (_, index) => fakeStack("diamond_sword", { tag: fakeId(100 + index) }));
  const alex = join(first, "Alex", { slots: many() });
  await play(first, 2);
  first.platform.chest(CHEST).push(...alex.slots.splice(0, 5));
  await play(first, 2);
  const second = await startedService({ store: first.store, clock: first.clock });
  await settle();
  second.platform.chest(CHEST).push(...many());
  join(second, "Alex", { slots: many() });
  await play(second, GRACE_TICKS + 4);
  assert.deepEqual(types(second), ["DUPLICATE_ITEM"]);
  const [alert] = second.outside.sent;
  assert.equal(alert?.player, "");
  assert.equal((await second.store.caseByNumber(1))?.cause, "crash");
  assert.equal((await second.store.caseByNumber(1))?.itemIds.length, 5);
});

test("what was found where it should be after a crash is no matter of doubt after the next clean restart", async () => {
  const first = await startedService();
  first.platform.chest(CHEST)[0] = sword();
  await play(first, 2);
  const second = await startedService({ store: first.store, clock: first.clock });
  second.platform.chest(CHEST)[0] = sword();
  await settle();
  await play(second, 40);
  await second.doubletake.stop();
  const third = await startedService({ store: first.store, clock: first.clock });
  third.platform.darken(CHEST);
  await settle();
  join(third, "Alex", { slots: [sword()] });
  await play(third, 10);
  assert.deepEqual(types(third), ["DUPLICATE_SUSPECTED"]);
});

test("a restart between the two looks at two copies does not change which of them was known first", async () => {
  const first = await startedService();
  first.platform.chest(CHEST)[0] = sword();
  await play(first, 4);
  join(first, "Alex", { slots: [sword()] });
  await play(first, 4);
  const second = await startedService({ store: first.store, clock: first.clock });
  second.platform.darken(CHEST);
  await settle();
  join(second, "Alex", { slots: [sword()] });
  await play(second, 2);
  second.platform.lighten(CHEST);
  second.platform.chest(CHEST)[0] = sword();
  await play(second, GRACE_TICKS + 30);
  assert.deepEqual(types(second), ["DUPLICATE_ITEM"]);
  assert.deepEqual(
    second.outside.sent.at(-1)?.copies.map(({ place }) => place),
    [CHEST, playerPlace(accountId("Alex"))],
  );
});
