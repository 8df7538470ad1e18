import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import {
  diamondBlocks as blocks,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
  withDiamondNuggets,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

test("ingredients that are reported as used up one by one still explain what was made of them", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: Array.from({ length: 9 }, () => fakeStack("diamond")) });
  await play(service, 5);
  const used = alice.slots.splice(0, 9, fakeStack("diamond_block", { maxStackSize: 64 }));
  act(service, alice, new FakeItem(alice.slots[0]!), [], "CRAFTED");
  for (const stack of used) {
    const item = new FakeItem(stack!);
    service.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: alice.at, player: alice });
  }
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what a client wrote itself is meant in creative mode, and in no other", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const bob = join(service, "Bob");
  bob.isInCreative = true;
  await play(service, 5);
  for (const player of [alice, bob]) {
    player.slots[0] = fakeStack("diamond", { count: 64 });
    service.doubletake.report({ kind: "authored-item", player, item: new FakeItem(player.slots[0]) });
  }
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 64 DIAMOND where the ledger has 0: 64 too many"]);
});

for (const order of [
  ["diamond", "diamond_nugget"],
  ["diamond_nugget", "diamond"],
]) {
  test(`what is left of what was made, and what became of the rest, are both explained (${order.join(" first, then ")})`, async () => {
    const materials = order.map((material) => `    ${material}: 1\n`).join("");
    const service = await startedService({
      config: `balance:\n  materials:\n${materials}`,
      platform: withDiamondNuggets(),
    });
    const alice = join(service, "Alice", { slots: [blocks(1)] });
    await play(service, 5);
    alice.slots[0] = diamonds(1);
    alice.slots[1] = fakeStack("diamond_nugget", { count: 72, maxStackSize: 99 });
    act(service, alice, new FakeItem(alice.slots[1]), [], "CRAFTED");
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

test("what was made and dropped at once comes out of the same recipe as what is left of it", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [blocks(1)] });
  service.platform.drop(fakeStack("dirt"), alice.at);
  await play(service, 30);
  alice.slots[0] = diamonds(3);
  const dropped = diamonds(6);
  service.platform.drop(dropped, alice.at);
  act(service, alice, new FakeItem(alice.slots[0]), [], "CRAFTED");
  act(service, alice, new FakeItem(dropped), [groundPlace(alice.at)], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what one player's recipe made beyond what is left may be what another gained", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [blocks(1)] });
  const mallory = join(service, "Mallory");
  await play(service, 5);
  alice.slots[0] = diamonds(3);
  act(service, alice, new FakeItem(alice.slots[0]), [], "CRAFTED");
  mallory.slots[0] = diamonds(6);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  // Diamonds and blocks are one class: what is missing of it may be anybody's gain.
  assert.deepEqual(told(service), []);
});

test("what was made and went on without a word is no gain of whoever has it", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(63), blocks(30)] });
  const bob = join(service, "Bob");
  await play(service, 5);
  alice.slots[0] = undefined;
  alice.slots[1]!.count += 7 - 21;
  bob.slots[0] = blocks(21);
  act(service, alice, new FakeItem(alice.slots[1]!), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what a player makes of what was in a chest does not hide what the same player gave away without a word", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(45);
  const alice = join(service, "Alice", { slots: [blocks(5)] });
  const bob = join(service, "Bob");
  await play(service, 30);
  bob.slots[0] = alice.slots[0];
  alice.slots[0] = undefined;
  act(service, bob, new FakeItem(bob.slots[0]!));
  service.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alice });
  await play(service, 2);
  slots[0] = undefined;
  alice.slots[0] = blocks(5);
  act(service, alice, new FakeItem(diamonds(45)), [CHEST]);
  act(service, alice, new FakeItem(alice.slots[0]), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what was made and placed at once explains nothing", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(9)] });
  const mallory = join(service, "Mallory");
  await play(service, 5);
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(blocks(1)), [], "CRAFTED");
  act(service, alice, new FakeItem(blocks(1)), [], "BLOCK_PLACE");
  mallory.slots[0] = blocks(1);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 1 DIAMOND_BLOCK where the ledger has 0: 1 too many"]);
});

test("what a second session makes of what it has just made comes out of the same recipe", async () => {
  const service = await startedService({
    config: "balance:\n  materials:\n    diamond_nugget: 1\n    diamond: 1\n    diamond_block: 1\n",
    platform: withDiamondNuggets(),
  });
  join(service, "Alice", { slots: [blocks(1)] });
  await play(service, 5);
  const second = join(service, "Alice", { session: 2, slots: [blocks(1)] });
  await play(service, 5);
  second.slots[0] = diamonds(8);
  second.slots[1] = fakeStack("diamond_nugget", { count: 9, maxStackSize: 64 });
  for (const stack of second.slots.slice(0, 2)) act(service, second, new FakeItem(stack!), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what can be made of goods that were lost excuses no gain that was seen while those were still there", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const [first, second] = [1, 1].map((count) => service.platform.drop(blocks(count), mallory.at)) as [string, string];
  await play(service, 30);
  for (const count of [4, 8]) {
    mallory.slots[0] = diamonds(count);
    act(service, mallory, new FakeItem(mallory.slots[0]));
    // Of either block 9 could be made: more than the second gain.
    if (count === 8) service.platform.pickUp(first);
    await play(service, 30);
  }
  service.platform.pickUp(second);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 4 DIAMOND where the ledger has 0: 4 too many"]);
});

test("what was lost may be goods of any class that are made of it: it explains each of them", async () => {
  const service = await nuggetGame();
  const mallory = join(service, "Mallory");
  const block = service.platform.drop(blocks(1), mallory.at);
  await play(service, 30);
  service.platform.pickUp(block);
  mallory.slots[0] = diamonds(4);
  mallory.slots[1] = nuggets(100);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  // The block is nine diamonds: the four may be of it, or 81 of the nuggets. Whichever it was, 19 nuggets are of nothing.
  assert.deepEqual(told(service), ["Mallory 100 DIAMOND_NUGGET where the ledger has 81: 19 too many"]);
});

test("what is missing beside goods that could be made of it may be elsewhere, unless there is word that they were made", async () => {
  const service = await nuggetGame();
  const slots = service.platform.chest(CHEST);
  slots.push(diamonds(10), nuggets(10));
  const [alice, bob] = [join(service, "Alice"), join(service, "Bob")];
  await play(service, 30);
  // Bob takes a diamond without a word; a farm brings a nugget while Alice takes eight.
  slots[0]!.count -= 1;
  bob.slots[0] = diamonds(1);
  slots[1]!.count -= 7;
  alice.slots[0] = nuggets(8);
  act(service, alice, new FakeItem(alice.slots[0]), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what somebody made something of is nobody's gain, although goods come out of nothing in creative mode", async () => {
  const service = await nuggetGame();
  const alice = join(service, "Alice");
  const bob = join(service, "Bob", { slots: [diamonds(2)] });
  bob.isInCreative = true;
  await play(service, 30);
  bob.slots[0]!.count -= 1;
  bob.slots[1] = nuggets(9);
  act(service, bob, new FakeItem(bob.slots[1]), [], "CRAFTED");
  await play(service);
  alice.slots[0] = diamonds(1);
  act(service, alice, new FakeItem(alice.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 1 DIAMOND where the ledger has 0: 1 too many"]);
});

function nuggetGame() {
  return startedService({
    config: "balance:\n  materials:\n    diamond: 1\n    diamond_nugget: 1\n",
    platform: withDiamondNuggets(),
  });
}

function nuggets(count: number) {
  return fakeStack("diamond_nugget", { count, maxStackSize: 64 });
}
