import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { handStore } from "../../../testing/unpublished/stores/hand-store.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace, windowPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

/** The store is away while a bow comes to light, is taken out of its chest, and the chest goes dark again. */
async function answeredLate(meanwhile: "put back" | "unknown") {
  const hand = handStore(new MemoryStore());
  const game = await startedService({ store: hand.store });
  const { platform, doubletake } = game;
  const chest = platform.chest(CHEST);
  chest[0] = fakeStack("bow", { tag: fakeId(1) });
  const alex = join(game, "Alex");
  await play(game, 60);
  const goDark = async () => {
    doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    platform.darken(CHEST);
    await play(game, 5);
  };
  await goDark();
  hand.hang();
  platform.lighten(CHEST);
  doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
  [alex.slots[0], chest[0]] = [chest[0], undefined];
  act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
  await play(game, 1);
  game.clock.pass(20);
  const bow = alex.slots[0]!;
  [alex.slots[0], chest[0]] = [undefined, bow];
  if (meanwhile === "put back") act(game, alex, new FakeItem(bow), [CHEST]);
  await play(game, 20);
  await goDark();
  hand.recover();
  await play(game, 60);
  return (await game.store.cases({}, { offset: 0, limit: 9 })).map(({ type }) => type);
}

it("what was taken out and put back is no suspicion when the store answers after its chest has gone dark again", async () => {
  assert.deepEqual(await answeredLate("put back"), []);
});

it("it is one when nobody reported that it went back", async () => {
  assert.deepEqual(await answeredLate("unknown"), ["DUPLICATE_SUSPECTED"]);
});

for (const isByWindow of [true, false])
  it(`who puts the item where a copy ${isByWindow ? "out of a window " : ""}was a moment ago keeps it, when the store answers late`, async () => {
    const clock = new HandClock();
    const hand = handStore(new MemoryStore({ clock }));
    const game = await startedService({ store: hand.store, clock });
    const cheat = join(game, "Cheat");
    const chest = game.platform.chest(CHEST);
    await play(game, 450);
    hand.hang();
    const [original, copy] = [sword(), sword()];
    const alex = join(game, "Alex", { slots: [original] });
    await play(game, 3);
    chest[0] = copy;
    if (isByWindow) act(game, cheat, new FakeItem(copy), [windowPlace(cheat.id)]);
    act(game, cheat, new FakeItem(copy), [CHEST]);
    await play(game, 2);
    [cheat.slots[0], chest[0]] = [copy, undefined];
    act(game, cheat, new FakeItem(copy), [CHEST]);
    await play(game, 2);
    [chest[0], alex.slots[0]] = [original, undefined];
    act(game, alex, new FakeItem(original), [CHEST]);
    await play(game, 2);
    hand.recover();
    await play(game, GRACE_TICKS + 30);
    assert.equal(chest[0], original);
  });

for (const how of ["at once", "late", "late, and both happened in one tick"])
  it(`who buys the item keeps it, when its seller has a copy and the store says ${how} that the item was the seller's`, async () => {
    const before = await startedService();
    quit(before, join(before, "Cheat", { slots: [sword()] }));
    await play(before, 3);
    await before.doubletake.stop();
    const hand = handStore(before.store);
    const game = await startedService({ store: hand.store, clock: before.clock });
    const bo = join(game, "Bo");
    await play(game, 450);
    if (how !== "at once") hand.hang();
    const original = sword();
    const cheat = join(game, "Cheat", { slots: [original] });
    await play(game, 5);
    [bo.slots[0], cheat.slots[0]] = [original, undefined];
    act(game, bo, new FakeItem(original), [cheat.place], "PICKUP");
    if (!how.endsWith("one tick")) await play(game, 5);
    cheat.slots[3] = sword();
    act(game, cheat, new FakeItem(cheat.slots[3]), [cheat.place]);
    await play(game, 5);
    hand.recover();
    await play(game, GRACE_TICKS + 30);
    assert.equal(bo.slots[0], original);
  });

it("what an account dropped is the item, and what its next session shows is the copy, when the store answers late", async () => {
  const hand = handStore(new MemoryStore());
  const game = await startedService({ store: hand.store });
  const at = { world: "world", x: 1, y: 64, z: 1 };
  const before = join(game, "Alex", { slots: [sword()], at });
  await play(game, 60);
  quit(game, before);
  await play(game, 5);
  hand.hang();
  const alex = join(game, "Alex", { slots: [sword()], at });
  await play(game, 2);
  const entity = game.platform.drop(alex.slots[0]!, at);
  act(game, alex, new FakeItem(alex.slots[0]!), [groundPlace(at)], "DROP");
  alex.slots[0] = undefined;
  await play(game, 2);
  const next = join(game, "Alex", { slots: [sword()], at, session: 2 });
  await play(game, 2);
  quit(game, alex);
  await play(game, 2);
  hand.recover();
  await play(game, GRACE_TICKS + 20);
  assert.deepEqual([next.slots[0], game.platform.isLying(entity)], [undefined, true]);
});
