import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { diamonds, EVERYTHING, toldOfBalances as told } from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, enderPlace, groundPlace } from "../model/place.ts";

// Places that come and go, and places that several people have to do with.

const CONFIG = "balance:\n  materials:\n    diamond: 10\n";
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

/** The chest breaks, with a word before it and one after it, as games say it. What was in its first slot lies on the ground. */
function breakChest(service: FakeService, player: FakePlayer): void {
  const ground = groundPlace(player.at);
  const slots = service.platform.chest(CHEST);
  service.doubletake.report({ kind: "sighting", place: ground, action: "BLOCK_BREAK", player });
  service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player });
  if (slots[0] !== undefined) service.platform.drop(slots[0], player.at);
  slots.length = 0;
  service.doubletake.report({ kind: "sighting", place: CHEST, action: "BLOCK_BREAK" });
}

test("what rolled into another chunk before it was picked up is no gain", async () => {
  const service = await startedService({ config: CONFIG });
  const alice = join(service, "Alice");
  const edge = { ...alice.at, x: 15.9 };
  const entity = service.platform.drop(diamonds(30), edge);
  service.doubletake.report({ kind: "sighting", place: groundPlace(edge), action: "SCAN" });
  await play(service, 5);
  alice.slots[0] = service.platform.pickUp(entity);
  act(service, alice, new FakeItem(alice.slots[0]), [groundPlace({ ...edge, x: 16.1 })], "PICKUP");
  await play(service, 2 * EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who fills a chest beyond what may have come by itself is told of, although the word of the opening is lost", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(5);
  const alice = join(service, "Alice");
  await play(service, 30);
  service.doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
  await play(service, 3);
  [slots[0], slots[1]] = [diamonds(64), diamonds(5)];
  act(service, alice, new FakeItem(slots[0]), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 69 DIAMOND where the ledger has 23: 46 too many"]);
});

test("what somebody took along who left without a word explains nothing that another gains some seconds later", async () => {
  const service = await startedService({ config: CONFIG });
  const mallory = join(service, "Mallory");
  const alice = join(service, "Alice", { slots: [diamonds(40)] });
  service.platform.chest(enderPlace(alice.id))[0] = diamonds(40);
  await play(service, 60);
  service.platform.leave(alice);
  service.platform.darken(enderPlace(alice.id));
  await play(service, 60);
  mallory.slots[0] = diamonds(12);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 12 DIAMOND where the ledger has 0: 12 too many"]);
});

for (const wasOpen of [false, true]) {
  test(`what may have come by itself to a chest is ${wasOpen ? "no gain of who had it open" : "a gain of who had not opened it"} and breaks it`, async () => {
    const service = await startedService({ config: CONFIG });
    const slots = service.platform.chest(CHEST);
    slots[0] = fakeStack("dirt");
    const player = join(service, "Mallory");
    service.platform.drop(fakeStack("dirt"), player.at);
    await play(service, 30);
    service.doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
    await play(service, 3);
    player.slots[0] = diamonds(12);
    act(service, player, new FakeItem(fakeStack("dirt")));
    breakChest(service, player);
    await play(service, 3);
    if (wasOpen) await open(service, player, CHEST);
    await play(service, EVERYTHING);
    const expected = wasOpen ? [] : ["Mallory 12 DIAMOND where the ledger has 0: 12 too many"];
    assert.deepEqual(told(service), expected);
  });
}

test("who lets another's goods grow is told of, not the other", async () => {
  const service = await startedService({ config: CONFIG });
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  const bob = join(service, "Bob", { slots: [fakeStack("dirt", { count: 64, maxStackSize: 64 })] });
  await play(service, 5);
  alice.slots[0]!.count += 12;
  act(service, bob, new FakeItem(bob.slots[0]!), [alice.place]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Bob 32 DIAMOND where the ledger has 20: 12 too many"]);
});

test("a second session that brings what the first one has put away since has gained it", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  const alice = join(service, "Alice", { slots: [diamonds(20), diamonds(5)] });
  await play(service, 5);
  slots[0] = alice.slots[0];
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(slots[0]!), [CHEST]);
  await play(service, 5);
  join(service, "Alice", { session: 2, slots: [diamonds(20), diamonds(5)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 30 DIAMOND where the ledger has 10: 20 too many"]);
});

test("what a session gives away that was told to go is made of nothing, as long as the new one has it too", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  join(service, "Alice", { session: 2, slots: [diamonds(20)] });
  await play(service, 5);
  await open(service, alice, CHEST);
  slots[0] = alice.slots[0];
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 40 DIAMOND where the ledger has 20: 20 too many"]);
});

test("what such a session drops where nothing lay before is made of nothing, too", async () => {
  const service = await startedService({ config: CONFIG });
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  join(service, "Alice", { session: 2, slots: [diamonds(20)] });
  await play(service, 5);
  const stack = alice.slots[0]!;
  service.platform.drop(stack, alice.at);
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(stack), [groundPlace(alice.at)], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 40 DIAMOND where the ledger has 20: 20 too many"]);
});

for (const isTold of [true, false]) {
  test(`a session that is alone again gives away what is its own${isTold ? "" : ", also when nobody said that the other left"}`, async () => {
    const service = await startedService({ config: CONFIG });
    const slots = service.platform.chest(CHEST);
    const alice = join(service, "Alice", { slots: [diamonds(20)] });
    await play(service, 5);
    const second = join(service, "Alice", { session: 2, slots: [diamonds(20)] });
    await play(service, 5);
    if (isTold) quit(service, second);
    else service.platform.leave(second);
    await play(service, isTold ? 5 : 2 * EVERYTHING);
    slots[0] = alice.slots[0];
    alice.slots[0] = undefined;
    act(service, alice, new FakeItem(slots[0]!), [CHEST]);
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

test("what somebody had who went without a word may be in another's hands", async () => {
  const service = await startedService({ config: CONFIG });
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  const bob = join(service, "Bob");
  await play(service, 5);
  bob.slots[0] = alice.slots[0];
  alice.slots[0] = undefined;
  service.platform.leave(alice);
  await play(service, 2 * EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who puts something into a chest that a farm feeds has not gained what the farm brought", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(1);
  // Each is looked at once in a while.
  for (let x = 6; x < 806; x++) service.platform.chest(blockPlace({ world: "world", x, y: 64, z: 5 }));
  const alice = join(service, "Alice", { slots: [diamonds(64)] });
  for (let tick = 1; tick <= 4 * EVERYTHING; tick++) {
    if (tick % 8 === 0) slots[0].count += 1;
    if (tick % 100 === 0) {
      slots[0].count += 1;
      alice.slots[0]!.count -= 1;
      act(service, alice, new FakeItem(alice.slots[0]!), [CHEST]);
    }
    await play(service, 1);
  }
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a chest whose breaking is reported twice explains what it held once", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(30);
  const alice = join(service, "Alice");
  const mallory = join(service, "Mallory");
  await play(service, 30);
  for (let times = 0; times < 2; times++)
    service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: alice });
  service.platform.drop(slots[0], alice.at);
  slots[0] = undefined;
  service.doubletake.report({ kind: "sighting", place: groundPlace(alice.at), action: "BLOCK_BREAK", player: alice });
  await play(service, 1);
  mallory.slots[0] = diamonds(30);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 30 DIAMOND where the ledger has 0: 30 too many"]);
});

test("what a player comes back with is told, although it is put where nobody has looked yet in the next tick", async () => {
  const service = await startedService({ config: CONFIG });
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  await play(service, 5);
  quit(service, mallory);
  await play(service, 30);
  const again = join(service, "Mallory", { slots: [diamonds(35)] });
  await play(service, 1);
  const slots = service.platform.chest(CHEST);
  slots[0] = again.slots[0];
  again.slots[0] = undefined;
  act(service, again, new FakeItem(slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 35 DIAMOND where the ledger has 20: 15 too many"]);
});

test("what somebody lost just before explains nothing that a player comes back with, if everything was looked at meanwhile", async () => {
  const service = await startedService({ config: CONFIG });
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 30);
  quit(service, mallory);
  await play(service, 30);
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(diamonds(20)));
  await play(service, 3);
  join(service, "Mallory", { slots: [diamonds(35)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 35 DIAMOND where the ledger has 20: 15 too many"]);
});

test("what is in the hands at the first look after coming back may have been in the player's ender chest", async () => {
  const service = await startedService({ config: CONFIG });
  const alice = join(service, "Alice", { slots: [diamonds(1)] });
  const ender = enderPlace(alice.id);
  service.platform.chest(ender)[0] = diamonds(30);
  await play(service, 30);
  service.doubletake.report({ kind: "going-dark", place: ender, action: "QUIT", player: alice });
  service.platform.darken(ender);
  quit(service, alice);
  await play(service, 30);
  const again = service.platform.join("Alice", { slots: [diamonds(31)] });
  service.platform.chest(ender);
  act(service, again, new FakeItem(again.slots[0]!), [ender]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

for (const isSecond of [false, true]) {
  test(`who was here${isSecond ? ", beside another session," : ""} and was never looked at comes back with goods that were lost long ago`, async () => {
    const service = await startedService({ config: CONFIG });
    const alice = join(service, "Alice", { slots: [diamonds(1)] });
    const bob = join(service, "Bob", { slots: [diamonds(30)] });
    await play(service, 30);
    if (!isSecond) quit(service, alice);
    await play(service, 30);
    const unseen = service.platform.join("Alice", { slots: [diamonds(1)], ...(isSecond && { session: 2 }) });
    await play(service, 1);
    bob.slots[0] = undefined;
    act(service, bob, new FakeItem(diamonds(30)));
    service.platform.leave(unseen);
    await play(service, 1);
    if (isSecond) quit(service, alice);
    await play(service, 120);
    join(service, "Alice", { slots: [diamonds(31)] });
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

test("what grows in the hands of who breaks a chest is told, although that held as much and spilled it", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(30);
  const mallory = join(service, "Mallory");
  service.platform.drop(fakeStack("dirt"), mallory.at);
  await play(service, 30);
  service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: mallory });
  service.platform.drop(slots[0], mallory.at);
  slots[0] = undefined;
  mallory.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  service.doubletake.report({
    kind: "sighting",
    place: groundPlace(mallory.at),
    action: "BLOCK_BREAK",
    player: mallory,
  });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 50 DIAMOND where the ledger has 30: 20 too many"]);
});

test("what is taken by somebody of whom there was no word yet may be what a player comes back with", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(30);
  const mallory = join(service, "Mallory", { slots: [diamonds(1)] });
  await play(service, 5);
  quit(service, mallory);
  await play(service, 30);
  const bob = service.platform.join("Bob");
  bob.slots[0] = slots[0];
  slots[0] = undefined;
  act(service, bob, new FakeItem(bob.slots[0]!), [CHEST]);
  await play(service, 1);
  join(service, "Mallory", { slots: [diamonds(21)] });
  await play(service, EVERYTHING);
  // Nobody knows what Bob had before: what is missing in the chest may be in Mallory's hands.
  assert.deepEqual(told(service), []);
});

test("what a player takes before the first look after coming back is no gain", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(30);
  const alice = join(service, "Alice", { slots: [diamonds(1)] });
  await play(service, 5);
  quit(service, alice);
  await play(service, 30);
  const again = service.platform.join("Alice", { slots: [diamonds(31)] });
  slots[0] = undefined;
  act(service, again, new FakeItem(again.slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what grows in the hands is told, although the player puts some of it into a chest and breaks that in the same tick", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(1)] });
  service.platform.drop(fakeStack("dirt"), mallory.at);
  await play(service, 30);
  await open(service, mallory, CHEST);
  slots[0] = mallory.slots[0];
  act(service, mallory, new FakeItem(slots[0]!), [CHEST]);
  mallory.slots[0] = diamonds(30);
  breakChest(service, mallory);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 31 DIAMOND where the ledger has 1: 30 too many"]);
});

test("who takes something out of a chest that nobody has looked at before, and breaks it in the same tick, has gained nothing", async () => {
  const service = await startedService({ config: CONFIG });
  const alice = join(service, "Alice");
  service.platform.drop(fakeStack("dirt"), alice.at);
  await play(service, 30);
  alice.slots[0] = diamonds(20);
  service.platform.chest(CHEST)[0] = diamonds(5);
  act(service, alice, new FakeItem(alice.slots[0]), [CHEST]);
  breakChest(service, alice);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

for (const how of ["breaks", "can be seen no more"]) {
  test(`what a farm had just brought is no gain of who takes it out, although the chest ${how} in the same tick`, async () => {
    const service = await startedService({ config: CONFIG });
    const slots = service.platform.chest(CHEST);
    slots[0] = diamonds(10);
    const alice = join(service, "Alice");
    service.platform.drop(fakeStack("dirt"), alice.at);
    await play(service, 30);
    slots[0].count++;
    await play(service, 30);
    slots[0].count += 15 - 20;
    alice.slots[0] = diamonds(20);
    act(service, alice, new FakeItem(alice.slots[0]), [CHEST]);
    if (how === "breaks") breakChest(service, alice);
    else {
      service.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
      service.platform.darken(CHEST);
    }
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}
