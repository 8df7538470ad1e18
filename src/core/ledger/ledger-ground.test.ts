import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import {
  diamondBlocks as blocks,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// Several things happen on one ground between two looks, which find only what came and went together.

const AT = { world: "world", x: 0, y: 64, z: 0 };
const GROUND = groundPlace(AT);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

test("what was picked up without a word is no gain, although somebody dropped as much there before the next look", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const bob = join(service, "Bob", { slots: [diamonds(19)] });
  const entity = service.platform.drop(diamonds(53), AT);
  await play(service, 30);
  alice.slots[0] = service.platform.pickUp(entity);
  act(service, alice, new FakeItem(alice.slots[0]));
  await play(service, 1);
  act(service, bob, new FakeItem(bob.slots[0]!));
  await play(service, 1);
  const dropped = bob.slots[0]!;
  bob.slots[0] = undefined;
  service.platform.drop(dropped, AT);
  act(service, bob, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a drop that leaves in the hands what was dropped is told of, although that burned at once", async () => {
  const service = await game();
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = new FakeItem(diamonds(20));
  act(service, mallory, dropped, [GROUND], "DROP");
  service.doubletake.report({ kind: "item-ended", item: dropped, action: "DESPAWN", location: AT });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 20 DIAMOND where the ledger has 0: 20 too many"]);
});

test("a drop that leaves in the hands what was dropped is told of, although a mate has picked it up at once", async () => {
  const service = await game();
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  const mate = join(service, "Mate");
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  mate.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mate.slots[0]), [GROUND], "DROP");
  act(service, mate, new FakeItem(mate.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 20 DIAMOND where the ledger has 0: 20 too many"]);
});

test("of two who pick up at one place in one tick, each has only what that player picked up from there", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const alice = join(service, "Alice");
  const first = service.platform.drop(diamonds(4), AT);
  const second = service.platform.drop(diamonds(1), AT);
  await play(service, 30);
  const picked = service.platform.pickUp(first);
  mallory.slots[0] = diamonds(10);
  act(service, mallory, new FakeItem(picked), [GROUND], "PICKUP");
  alice.slots[0] = service.platform.pickUp(second);
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 10 DIAMOND where the ledger has 4: 6 too many"]);
});

test("goods in a box that is dropped and picked up in one tick go along with it", async () => {
  const service = await game();
  const box = fakeStack("shulker_box");
  box.inside!.slots[0] = diamonds(40);
  const alice = join(service, "Alice", { slots: [box] });
  const bob = join(service, "Bob");
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  bob.slots[0] = box;
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(box), [GROUND], "DROP");
  act(service, bob, new FakeItem(box), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a drop that is reported after it was seen accuses nobody", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = alice.slots[0]!;
  alice.slots[0] = undefined;
  service.platform.drop(dropped, AT);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "SCAN" });
  service.doubletake.report({ kind: "sighting", place: alice.place, action: "SCAN", player: alice });
  await play(service, 3);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what was dropped and picked up before anybody looked is no gain, although the word of the drop comes last", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(34)] });
  const bob = join(service, "Bob");
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = alice.slots[0]!;
  alice.slots[0] = undefined;
  bob.slots[0] = dropped;
  act(service, bob, new FakeItem(dropped), [GROUND], "PICKUP");
  await play(service, 3);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who drops something and picks something up leaves nothing that explains the gain of another", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(10)] });
  const mallory = join(service, "Mallory");
  const entity = service.platform.drop(diamonds(1), AT);
  await play(service, 30);
  const dropped = diamonds(5);
  service.platform.drop(dropped, AT);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  act(service, alice, new FakeItem(service.platform.pickUp(entity)), [GROUND], "PICKUP");
  alice.slots[0]!.count -= 4;
  mallory.slots[0] = diamonds(1);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 1 DIAMOND where the ledger has 0: 1 too many"]);
});

test("what was picked up and is missing on the ground excuses nothing else, although something fell down there", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const entity = service.platform.drop(diamonds(3), AT);
  await play(service, 30);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: mallory });
  service.platform.drop(fakeStack("dirt"), AT);
  act(service, mallory, new FakeItem(service.platform.pickUp(entity)), [GROUND], "PICKUP");
  mallory.slots[0] = diamonds(8);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 8 DIAMOND where the ledger has 3: 5 too many"]);
});

test("a chest that grows is told of, although the player dropped as much beside it and that has vanished since", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(30)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  await open(service, mallory, CHEST);
  slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(slots[0]), [CHEST]);
  const dropped = mallory.slots[0]!;
  mallory.slots[0] = undefined;
  const entity = service.platform.drop(dropped, AT);
  act(service, mallory, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, 10);
  service.platform.pickUp(entity);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 50 DIAMOND where the ledger has 30: 20 too many"]);
});

test("what was picked up where something falls down soon excuses as much once, and nothing that was found missing", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(17)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  await open(service, mallory, CHEST);
  // Of 17, 12 go into the chest and 5 to the ground and back, while 16 grow.
  slots[0] = diamonds(12);
  mallory.slots[0] = diamonds(21);
  act(service, mallory, new FakeItem(slots[0]), [CHEST]);
  const dropped = new FakeItem(diamonds(5));
  act(service, mallory, dropped, [GROUND], "DROP");
  act(service, mallory, dropped, [GROUND], "PICKUP");
  for (let times = 0; times < 10; times++) {
    await play(service, 1);
    service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: mallory });
  }
  await play(service, EVERYTHING);
  assert.equal(told(service).at(-1), "Mallory 33 DIAMOND where the ledger has 17: 16 too many");
});

test("what came into the hands while something was mined there was not picked up before, and excuses nobody else", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const mallory = join(service, "Mallory", { slots: [diamonds(5)] });
  const entity = service.platform.drop(diamonds(3), AT);
  await play(service, 30);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: alice });
  await play(service, 5);
  mallory.slots[0]!.count += 20;
  act(service, mallory, new FakeItem(mallory.slots[0]!));
  await play(service, 2);
  alice.slots[0] = service.platform.pickUp(entity);
  service.platform.drop(diamonds(4), AT);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: alice });
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 25 DIAMOND where the ledger has 5: 20 too many"]);
});

test("what was picked up without a word is no gain, although more than that was mined there before the next look", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const lying = service.platform.drop(diamonds(2), AT);
  await play(service, 33);
  alice.slots[0] = service.platform.pickUp(lying);
  service.platform.drop(diamonds(3), AT);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: alice });
  act(service, alice, new FakeItem(alice.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a box that vanishes with what is in it explains nobody's gain; one that burned may have lost its contents to anybody", async () => {
  for (const [action, excess] of [
    ["DESPAWN", 9],
    ["CONSUME", 4],
  ] as const) {
    const service = await game();
    const mallory = join(service, "Mallory");
    const box = fakeStack("shulker_box");
    box.inside!.slots[0] = diamonds(5);
    const lying = service.platform.drop(box, AT);
    await play(service, 30);
    service.platform.pickUp(lying);
    service.doubletake.report({ kind: "item-ended", item: new FakeItem(box), action, location: AT });
    mallory.slots[0] = diamonds(9);
    act(service, mallory, new FakeItem(mallory.slots[0]));
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), [`Mallory 9 DIAMOND where the ledger has ${9 - excess}: ${excess} too many`]);
  }
});

test("what somebody let go of and kept is told, although an empty chest breaks beside it in the same tick", async () => {
  const service = await game();
  service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(22)] });
  const bob = join(service, "Bob");
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = diamonds(22);
  service.platform.drop(dropped, AT);
  act(service, mallory, new FakeItem(dropped), [GROUND], "DROP");
  service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: bob });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 44 DIAMOND where the ledger has 22: 22 too many"]);
});

test("what somebody picks up of whom there was no word yet explains nothing that another gained before", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const entity = service.platform.drop(diamonds(20), AT);
  await play(service, 30);
  mallory.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, 30);
  const bob = service.platform.join("Bob");
  bob.slots[0] = service.platform.pickUp(entity);
  act(service, bob, new FakeItem(bob.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 20 DIAMOND where the ledger has 0: 20 too many"]);
});

test("what somebody picks up on arriving is no gain, although the same player brings something that can be made of it", async () => {
  const service = await game();
  const before = join(service, "Mallory");
  const entity = service.platform.drop(diamonds(20), AT);
  await play(service, 30);
  quit(service, before);
  await play(service, 30);
  const mallory = service.platform.join("Mallory", { slots: [blocks(2)] });
  mallory.slots[1] = service.platform.pickUp(entity);
  act(service, mallory, new FakeItem(mallory.slots[1]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 2 DIAMOND_BLOCK where the ledger has 0: 2 too many"]);
});

test("who handles a chest once that a farm feeds has got no more than a stack out of it, wherever that is now", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const mallory = join(service, "Mallory", { slots: [diamonds(12)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  slots[0] = diamonds(1);
  await play(service, 30);
  // Of 12, 10 go into the chest and 2 to the ground, while 82 grow: 10 of these are in the chest as if the farm had brought them.
  slots[0].count += 10;
  mallory.slots[0] = diamonds(82);
  act(service, mallory, new FakeItem(slots[0]), [CHEST]);
  const dropped = diamonds(2);
  service.platform.drop(dropped, AT);
  act(service, mallory, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  const [balance] = await service.doubletake.ledger!.balances(mallory.id);
  assert.equal(balance!.excess, 8);
});

test("the word that something vanished may be about what was lost there a little before: as much of what is missing now is elsewhere", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const [first, second] = [5, 1].map((count) => service.platform.drop(diamonds(count), AT)) as [string, string];
  await play(service, 30);
  service.platform.pickUp(first);
  await play(service, 26);
  mallory.slots[0] = diamonds(21);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, 1);
  const item = new FakeItem(service.platform.pickUp(second));
  service.doubletake.report({ kind: "item-ended", item, action: "DESPAWN", location: AT });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 21 DIAMOND where the ledger has 1: 20 too many"]);
});

test("what somebody let go of and kept is told, although it has left the ground again without a word", async () => {
  const service = await game();
  const mallory = join(service, "Mallory", { slots: [diamonds(20)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = diamonds(20);
  const entity = service.platform.drop(dropped, AT);
  act(service, mallory, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, 60);
  service.platform.pickUp(entity);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 40 DIAMOND where the ledger has 20: 20 too many"]);
});

test("what comes to lie on a ground that goes dark in the same tick is counted, and accuses nobody", async () => {
  const service = await game();
  service.platform.drop(fakeStack("dirt"), AT);
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 30);
  service.platform.drop(diamonds(5), AT);
  service.doubletake.report({ kind: "going-dark", place: GROUND, action: "SCAN" });
  service.platform.darken(GROUND);
  await play(service, EVERYTHING);
  const [balance] = await service.doubletake.ledger!.balances(alice.id);
  assert.deepEqual([told(service), balance!.actual], [[], 20]);
  assert.deepEqual(
    service.log.lines.filter((line) => line.startsWith("error")),
    [],
  );
});
