import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace, windowPlace } from "../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const types = ({ outside }: FakeService) =>
  outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");

/** Alex put the sword into the chest, which is on record; a crash undid that, and the chest is dark since. */
async function crashedAfterStoring(): Promise<FakeService> {
  const first = await startedService();
  const alex = join(first, "Alex", { slots: [sword()] });
  await play(first, 2);
  first.platform.chest(CHEST)[0] = alex.slots[0];
  alex.slots[0] = undefined;
  await play(first, 30);
  const [custody] = await first.store.custodyOf([fakeId(7)]);
  assert.equal(custody?.place, CHEST);
  const second = await startedService({ store: first.store, clock: first.clock });
  second.platform.darken(CHEST);
  await settle();
  return second;
}

/** Nobody is accused: not while the chest is dark, and not when it comes back empty. */
async function alexHasItAgain(game: FakeService): Promise<void> {
  join(game, "Alex", { slots: [sword()] });
  await play(game, 10);
  assert.deepEqual(types(game), []);
  game.platform.lighten(CHEST);
  game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN" });
  await play(game, 30);
  assert.deepEqual(types(game), []);
  assert.deepEqual(await game.store.openClaims(), []);
}

describe("honest play raises nothing above LOW", () => {
  test("walking with an item, and dying far away", async () => {
    const game = await startedService({ config: "alerts: { min-severity: LOW }" });
    const alex = join(game, "Alex", { slots: [sword()] });
    for (let step = 0; step < 10; step++) {
      alex.at = { ...alex.at, x: step * 100 };
      act(game, alex, new FakeItem(alex.slots[0]!));
      await play(game, 30);
    }
    assert.deepEqual(types(game), []);
    assert.ok(game.outside.sent.length > 5, "the raw rule is seen at LOW");
  });

  test("a hand-over by dropping, with every event lost, and the first holder gone", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    const bo = join(game, "Bo");
    await play(game, 2);
    const entity = game.platform.drop(alex.slots[0]!, alex.at);
    alex.slots[0] = undefined;
    await play(game, 30);
    bo.slots[0] = game.platform.pickUp(entity);
    quit(game, alex);
    await play(game, 300);
    assert.deepEqual(types(game), []);
    assert.equal((await game.store.custodyOf([fakeId(7)]))[0]?.place, bo.place);
  });

  test("a restart, with the item where it was", async () => {
    const first = await startedService();
    const alex = join(first, "Alex", { slots: [sword()] });
    await play(first, 2);
    quit(first, alex);
    await first.doubletake.stop();
    const second = await startedService({ store: first.store, clock: first.clock });
    await settle();
    join(second, "Alex", { slots: [sword()] });
    await play(second, 300);
    assert.deepEqual(types(second), []);
  });

  test("a crash that takes the whole world back to one save", async () => {
    const second = await crashedAfterStoring();
    await alexHasItAgain(second);
  });

  test("a crash, and a clean restart before anybody came by", async () => {
    const second = await crashedAfterStoring();
    await play(second, 10);
    await second.doubletake.stop();
    const third = await startedService({ store: second.store, clock: second.clock });
    third.platform.darken(CHEST);
    await settle();
    await alexHasItAgain(third);
  });

  test("a container that is broken while somebody looks into it, and nobody takes anything", async () => {
    const game = await startedService();
    const alex = join(game, "Alex");
    const window = windowPlace(alex.id);
    game.platform.drop(sword(), alex.at);
    game.platform.chest(window)[0] = sword();
    game.doubletake.report({ kind: "sighting", place: groundPlace(alex.at), action: "BLOCK_BREAK" });
    await play(game, 100);
    assert.deepEqual(types(game), []);
    alex.slots[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]), [window]);
    await play(game, GRACE_TICKS + 6);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  });

  test("such a container when whoever picked the item up leaves; one that is taken out then is suspected, and proven later", async () => {
    const game = await startedService();
    const alex = join(game, "Alex");
    const bo = join(game, "Bo", { at: alex.at });
    const window = windowPlace(alex.id);
    const lying = game.platform.drop(sword(), alex.at);
    game.platform.chest(window)[0] = sword();
    game.doubletake.report({ kind: "sighting", place: groundPlace(alex.at), action: "BLOCK_BREAK" });
    await play(game, 3);
    bo.slots[0] = game.platform.pickUp(lying);
    act(game, bo, new FakeItem(bo.slots[0]), [groundPlace(alex.at)], "PICKUP");
    await play(game, 3);
    quit(game, bo);
    await play(game, 100);
    assert.deepEqual(types(game), []);
    game.platform.chest(window)[0] = undefined;
    alex.slots[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]), [window]);
    await play(game, GRACE_TICKS + 6);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED"]);
    join(game, "Bo", { slots: [sword()] });
    await play(game, GRACE_TICKS + 6);
    assert.deepEqual(types(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
  });

  test("two sessions of one account, until one of them puts the item elsewhere", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    join(game, "Alex", { slots: [sword()], session: 2 });
    await play(game, 100);
    assert.deepEqual(types(game), []);
    game.platform.drop(alex.slots[0]!, alex.at);
    alex.slots[0] = undefined;
    game.doubletake.report({ kind: "sighting", place: groundPlace(alex.at), action: "DROP" });
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(types(game), ["DUPLICATE_ITEM"]);
  });
});
