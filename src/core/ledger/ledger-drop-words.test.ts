import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import {
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
  withDiamondNuggets,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// The word of a drop is about goods that are missing in the hands, and not about what is known to be elsewhere.

const AT = { world: "world", x: 0, y: 64, z: 0 };
const GROUND = groundPlace(AT);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

/** The goods come to lie on the ground, and are still in the hands. */
function dropAndKeep(service: FakeService, player: FakePlayer, count: number): void {
  const dropped = diamonds(count);
  service.platform.drop(dropped, AT);
  act(service, player, new FakeItem(dropped), [GROUND], "DROP");
}

test("a drop that leaves the goods in the hands is told, although the player has just put as many into a chest", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(20), diamonds(20)] });
  await play(service, 30);
  await open(service, mallory, CHEST);
  slots[0] = mallory.slots[1];
  mallory.slots[1] = undefined;
  act(service, mallory, new FakeItem(slots[0]!), [CHEST]);
  await play(service, 5);
  dropAndKeep(service, mallory, 20);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 40 DIAMOND where the ledger has 20: 20 too many"]);
});

test("a drop that leaves the goods in the hands is told, although the player has just made something of as many", async () => {
  const service = await startedService({
    config: "balance:\n  materials:\n    diamond: 1\n    diamond_nugget: 1\n",
    platform: withDiamondNuggets(),
  });
  const mallory = join(service, "Mallory", { slots: [diamonds(20), diamonds(20)] });
  await play(service, 30);
  mallory.slots[1] = fakeStack("diamond_nugget", { count: 180, maxStackSize: 999 });
  act(service, mallory, new FakeItem(mallory.slots[1]), [], "CRAFTED");
  await play(service, 5);
  dropAndKeep(service, mallory, 20);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 40 DIAMOND where the ledger has 20: 20 too many"]);
});

test("a drop that leaves the goods in the hands is told, although the word of it comes after they were seen on the ground", async () => {
  const service = await game();
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = diamonds(20);
  service.platform.drop(dropped, AT);
  act(service, mallory, new FakeItem(fakeStack("dirt")), [GROUND]);
  await play(service, 3);
  act(service, mallory, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 40 DIAMOND where the ledger has 20: 20 too many"]);
});

test("a drop that leaves the goods in the hands is told, although the player was given something just before", async () => {
  const service = await game();
  service.platform.drop(fakeStack("dirt"), AT);
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  await play(service, 30);
  act(service, mallory, new FakeItem(fakeStack("dirt")), [GROUND], "GIVE");
  // No gift comes later than a second after it is announced.
  await play(service, 22);
  act(service, mallory, new FakeItem(fakeStack("dirt")), [GROUND]);
  await play(service, 1);
  dropAndKeep(service, mallory, 20);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 40 DIAMOND where the ledger has 20: 20 too many"]);
});

test("what somebody else may have put into a chest instead explains one of two drops that leave the goods in the hands, not both", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(20), diamonds(13)] });
  const bob = join(service, "Bob");
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  for (const player of [bob, mallory]) await open(service, player, CHEST);
  slots[0] = mallory.slots[1];
  mallory.slots[1] = undefined;
  act(service, mallory, new FakeItem(slots[0]!), [CHEST]);
  for (const ticks of [3, 10]) {
    await play(service, ticks);
    // Something may have fallen there, so that nobody knows which goods are those that were dropped.
    service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK" });
    dropAndKeep(service, mallory, 20);
  }
  await play(service, EVERYTHING);
  const excesses = (await service.doubletake.ledger!.balances(mallory.id)).map(({ excess }) => excess);
  assert.deepEqual(excesses, [27, 0]);
});

/** In one tick, both do something at the chest, Alice drops 20 diamonds of which there is word only later, and 20 come to the other one. */
async function droppedBesideAGain(service: FakeService, come: (player: FakePlayer) => void): Promise<void> {
  service.platform.chest(CHEST)[0] = diamonds(1);
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  const bob = join(service, "Bob", { slots: [diamonds(1)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  for (const player of [alice, bob]) await open(service, player, CHEST);
  await play(service, 5);
  const dropped = alice.slots[0]!;
  alice.slots[0] = undefined;
  service.platform.drop(dropped, AT);
  bob.slots[0]!.count += 20;
  for (const player of [alice, bob]) act(service, player, new FakeItem(fakeStack("dirt")), [CHEST]);
  come(bob);
  await play(service, 5);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
}

test("a drop of which there is word only later accuses nobody, although another was given as much at the same chest", async () => {
  const service = await game();
  await droppedBesideAGain(service, (bob) =>
    service.doubletake.api.announce({ cause: "a kit", places: [bob.place], material: "diamond", amount: 20 }),
  );
  assert.deepEqual(told(service), []);
});

test("a drop of which there is word only later is not what another has created at the same chest", async () => {
  const service = await game();
  await droppedBesideAGain(service, () => undefined);
  assert.deepEqual(
    told(service).filter((line) => line.startsWith("Alice")),
    [],
  );
});
