import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import {
  diamondBlocks as blocks,
  DIAMONDS_WATCHED,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
  withDiamondNuggets,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const GROUND = groundPlace({ world: "world", x: 0, y: 64, z: 0 });

/** Goes from the first slot of a chest into a player's, and is reported. */
function take(service: FakeService, player: FakePlayer, count: number): void {
  const slots = service.platform.chest(CHEST);
  slots[0]!.count -= count;
  player.slots[1] = diamonds(count);
  act(service, player, new FakeItem(player.slots[1]), [CHEST]);
}

test("who grows goods out of nothing does not use up what explains the gain of somebody honest", async () => {
  const service = await game();
  service.platform.chest(CHEST)[0] = diamonds(40);
  const mallory = join(service, "Mallory");
  const alice = join(service, "Alice");
  await play(service, 5);
  mallory.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  take(service, alice, 20);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 20 DIAMOND where the ledger has 0: 20 too many"]);
});

test("goods that left without a word excuse each who may have got them, once, and not all of them together", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(10);
  const alice = join(service, "Alice");
  const bob = join(service, "Bob");
  await play(service, 5);
  slots[0] = undefined;
  alice.slots[0] = diamonds(10);
  bob.slots[0] = diamonds(10);
  await play(service, EVERYTHING);
  const both = " 10 DIAMOND at Bob where the ledger has 0: 10 too many; nobody can tell whose they are: Bob, Alice";
  assert.deepEqual(told(service), [both]);
  bob.slots[1] = diamonds(3);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [both, "Bob 13 DIAMOND where the ledger has 10: 3 too many"]);
});

test("several players at one chest in one tick are told apart from one who is at none", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const alice = join(service, "Alice", { slots: [diamonds(10)] });
  const bob = join(service, "Bob", { slots: [diamonds(7)] });
  const mallory = join(service, "Mallory");
  await play(service, 30);
  for (const player of [alice, bob]) {
    const stack = player.slots[0]!;
    player.slots[0] = undefined;
    slots.push(stack);
    act(service, player, new FakeItem(stack), [CHEST]);
  }
  mallory.slots[0] = diamonds(17);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 17 DIAMOND where the ledger has 0: 17 too many"]);
});

test("who handles a stack at a chest has gained no more than a stack there, whatever somebody does there with a box in the same tick", async () => {
  const service = await game();
  service.platform.chest(CHEST)[0] = fakeStack("dirt");
  const bob = join(service, "Bob", { slots: [fakeStack("shulker_box")] });
  const mallory = join(service, "Mallory");
  await play(service, 30);
  await open(service, mallory, CHEST);
  mallory.slots[0] = diamonds(100);
  act(service, mallory, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })), [CHEST]);
  act(service, bob, new FakeItem(bob.slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [
    "Mallory 100 DIAMOND where the ledger has 64: 36 too many",
    " 64 DIAMOND at world:5,64,5 where the ledger has 0: 64 too many; nobody can tell whose they are: Mallory, Bob",
  ]);
});

/** A chest with a box in it that holds diamonds, Alice who takes it out, and Bob with diamonds. */
async function boxInChest() {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const box = fakeStack("shulker_box");
  box.inside!.slots[0] = diamonds(64);
  box.inside!.slots[1] = diamonds(36);
  slots[0] = box;
  const alice = join(service, "Alice");
  const bob = join(service, "Bob", { slots: [diamonds(10)] });
  await play(service, 30);
  await open(service, alice, CHEST);
  return { service, slots, box, alice, bob };
}

test("who takes a box out of a chest is not blamed, however much somebody lets grow there in the same tick", async () => {
  const { service, slots, box, alice, bob } = await boxInChest();
  slots[0] = undefined;
  alice.slots[0] = box;
  slots[1] = diamonds(64);
  slots[2] = diamonds(38);
  act(service, bob, new FakeItem(diamonds(1)), [CHEST]);
  act(service, alice, new FakeItem(box), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [
    " 102 DIAMOND at world:5,64,5 where the ledger has 0: 102 too many; nobody can tell whose they are: Bob, Alice",
  ]);
});

test("of two who handle a chest, one of them with a box, nobody can tell who has created something", async () => {
  const { service, slots, box, alice, bob } = await boxInChest();
  slots[1] = bob.slots[0];
  bob.slots[0] = undefined;
  act(service, bob, new FakeItem(slots[1]!), [CHEST]);
  alice.slots[0] = diamonds(100);
  act(service, alice, new FakeItem(box), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [
    " 110 DIAMOND at world:5,64,5 where the ledger has 10: 100 too many; nobody can tell whose they are: Bob, Alice",
  ]);
});

test("a drop that leaves in the hands what was dropped is told of; what is mined beside it is nobody's", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  const bob = join(service, "Bob", { slots: [diamonds(20)] });
  service.platform.drop(fakeStack("dirt"), alice.at);
  await play(service, 30);
  const dropped = diamonds(5);
  service.platform.drop(dropped, alice.at);
  alice.slots[0]!.count -= 5;
  service.platform.drop(diamonds(3), alice.at);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, 1);
  const kept = diamonds(20);
  service.platform.drop(kept, bob.at);
  act(service, bob, new FakeItem(kept), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Bob 48 DIAMOND where the ledger has 28: 20 too many"]);
});

test("what is made of what was just made is explained, and nothing is made of itself", async () => {
  const service = await startedService({
    config: `${DIAMONDS_WATCHED}    diamond_nugget: 1\n`,
    platform: withDiamondNuggets(),
  });
  const alice = join(service, "Alice", { slots: [blocks(2)] });
  await play(service, 5);
  alice.slots[0]!.count -= 1;
  alice.slots[1] = fakeStack("diamond_nugget", { count: 81, maxStackSize: 99 });
  act(service, alice, new FakeItem(alice.slots[1]), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
  alice.slots[0] = undefined;
  alice.slots[2] = diamonds(18);
  act(service, alice, new FakeItem(alice.slots[2]), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 18 DIAMOND where the ledger has 9: 9 too many"]);
});

test("what a broken chest held may be in somebody's hands before it was seen on the ground", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(30);
  const alice = join(service, "Alice");
  await play(service, 30);
  service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: alice });
  alice.slots[0] = diamonds(30);
  slots[0] = undefined;
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a chest that grew before somebody came for something else is not that player's gain", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = fakeStack("dirt", { count: 9 });
  const alice = join(service, "Alice");
  await play(service, 30);
  slots[1] = diamonds(30);
  alice.slots[0] = slots[0];
  slots[0] = undefined;
  act(service, alice, new FakeItem(alice.slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who passes on at once what grew out of nothing has still gained it", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const mate = join(service, "Mate");
  service.platform.drop(fakeStack("dirt"), mate.at);
  await play(service, 30);
  mallory.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, 1);
  const passed = mallory.slots[0]!;
  mallory.slots[0] = undefined;
  act(service, mallory, new FakeItem(passed), [GROUND], "DROP");
  mate.slots[0] = passed;
  act(service, mate, new FakeItem(passed), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 20 DIAMOND where the ledger has 0: 20 too many"]);
});

test("picking up where something else falls down in the same tick is no gain", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const entity = service.platform.drop(diamonds(3), alice.at);
  await play(service, 30);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: alice });
  service.platform.drop(diamonds(2), alice.at);
  alice.slots[0] = service.platform.pickUp(entity);
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what a player puts away before anybody looked at the player is no gain", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(1);
  await play(service, 30);
  const alice = service.platform.join("Alice", { slots: [diamonds(20)] });
  slots[1] = alice.slots[0];
  alice.slots[0] = undefined;
  service.doubletake.report({ kind: "sighting", place: alice.place, action: "JOIN", player: alice });
  await play(service, 1);
  act(service, alice, new FakeItem(slots[1]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a gift that is reported after it was seen is still a gift", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  await play(service, 5);
  alice.slots[0] = diamonds(64);
  act(service, alice, new FakeItem(alice.slots[0]));
  await play(service, 10);
  service.doubletake.report({ kind: "sighting", place: alice.place, action: "GIVE", player: alice });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what a player left with is unknown when nobody said that the player left", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(5)] });
  await play(service, 5);
  alice.slots[1] = diamonds(20);
  service.platform.leave(alice);
  await play(service, 2 * EVERYTHING);
  join(service, "Alice", { slots: [diamonds(5), diamonds(20)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who crafts while joining is compared by what was used as well", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [blocks(6)] });
  await play(service, 5);
  service.doubletake.report({ kind: "going-dark", place: alice.place, action: "QUIT", player: alice });
  service.platform.leave(alice);
  await play(service, 30);
  join(service, "Alice", { slots: [diamonds(54)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who does something else at a chest while somebody takes something out is not blamed alone for what grew", async () => {
  const service = await game();
  service.platform.chest(CHEST)[0] = diamonds(40);
  const mallory = join(service, "Mallory", { slots: [undefined, fakeStack("dirt", { count: 9, maxStackSize: 64 })] });
  const alice = join(service, "Alice");
  await play(service, 5);
  await open(service, alice, CHEST);
  mallory.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mallory.slots[1]!), [CHEST]);
  take(service, alice, 20);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [
    " 20 DIAMOND at world:5,64,5 where the ledger has 0: 20 too many; nobody can tell whose they are: Mallory, Alice",
  ]);
});
