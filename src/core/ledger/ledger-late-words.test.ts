import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import {
  diamondBlocks as blocks,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
  withDiamondBlocks,
  withDiamondNuggets,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// The word of something comes after it was seen, or never.

const AT = { world: "world", x: 0, y: 64, z: 0 };
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const GROUND = groundPlace(AT);

/** Something that says nothing about diamonds, but lets everybody see what the player has. */
function clickDirt(service: FakeService, player: FakePlayer): void {
  act(service, player, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })));
}

test("who took something is not blamed, although a cheater has made up for it before there is word of it", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(40);
  const alice = join(service, "Alice");
  const mallory = join(service, "Mallory", { slots: [diamonds(1)] });
  await play(service, 30);
  alice.slots[0] = diamonds(40);
  act(service, mallory, new FakeItem(mallory.slots[0]!), [CHEST]);
  await play(service, 2);
  clickDirt(service, alice);
  await play(service, 2);
  act(service, alice, new FakeItem(diamonds(40)), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [
    " 40 DIAMOND at Alice where the ledger has 0: 40 too many; nobody can tell whose they are: Alice, Mallory",
  ]);
});

test("who took without a word what a cheater put in in the same tick is not blamed", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(40);
  const alice = join(service, "Alice");
  const mallory = join(service, "Mallory", { slots: [diamonds(1)] });
  await play(service, 30);
  service.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alice });
  await play(service, 5);
  alice.slots[0] = diamonds(40);
  clickDirt(service, alice);
  act(service, mallory, new FakeItem(mallory.slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(
    told(service).filter((line) => line.startsWith("Alice")),
    [],
  );
});

test("what was taken without a word is no gain, although somebody else has put as much in before the next look", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(40);
  const alice = join(service, "Alice");
  const bob = join(service, "Bob", { slots: [diamonds(40)] });
  await play(service, 30);
  alice.slots[0] = slots[0];
  slots[0] = undefined;
  clickDirt(service, alice);
  await play(service, 1);
  clickDirt(service, bob);
  await play(service, 1);
  slots[0] = bob.slots[0];
  bob.slots[0] = undefined;
  act(service, bob, new FakeItem(slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what is taken and stays in the chest is told of both who have it open", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(20);
  const bob = join(service, "Bob", { slots: [diamonds(20)] });
  const mallory = join(service, "Mallory");
  await play(service, 30);
  slots[1] = diamonds(15);
  bob.slots[0]!.count -= 15;
  act(service, bob, new FakeItem(bob.slots[0]!), [CHEST]);
  await play(service, 2);
  mallory.slots[0] = diamonds(20);
  act(service, mallory, new FakeItem(mallory.slots[0]), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), [
    " 35 DIAMOND at world:5,64,5 where the ledger has 15: 20 too many; nobody can tell whose they are: Mallory, Bob",
  ]);
});

for (const isKnown of [true, false]) {
  test(`what a farm had just brought is no gain of who takes it out, ${isKnown ? "" : "also before "}it is known to feed the chest`, async () => {
    const service = await game();
    const slots = service.platform.chest(CHEST);
    slots[0] = diamonds(10);
    const alice = join(service, "Alice");
    await play(service, 30);
    if (isKnown) slots[0].count++;
    await play(service, 30);
    slots[0].count += 3 - 8;
    alice.slots[0] = diamonds(8);
    act(service, alice, new FakeItem(alice.slots[0]), [CHEST]);
    await play(service, 2);
    slots[0].count++;
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

test("what grew in the hands is told, although as much burned on the ground onto which the player dropped something else", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const burning = service.platform.drop(diamonds(40), AT);
  await play(service, 30);
  mallory.slots[0] = diamonds(12);
  act(service, mallory, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })), [GROUND], "DROP");
  const item = new FakeItem(service.platform.pickUp(burning));
  service.doubletake.report({ kind: "item-ended", item, action: "DESPAWN", location: AT });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 12 DIAMOND where the ledger has 0: 12 too many"]);
});

test("what was picked up without a word is an ingredient beside what the player had", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(5)] });
  const entity = service.platform.drop(diamonds(4), AT);
  await play(service, 30);
  service.platform.pickUp(entity);
  alice.slots[0] = blocks(1);
  act(service, alice, new FakeItem(alice.slots[0]), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what fell down and was picked up before anybody looked is no gain, whether there is word of it or not; what still lies there is", async () => {
  const service = await game();
  const [alice, mallory] = [join(service, "Alice"), join(service, "Mallory")];
  const beyond = { ...AT, x: 40 };
  service.platform.drop(fakeStack("dirt"), AT);
  service.platform.drop(diamonds(3), beyond);
  await play(service, 30);
  act(service, mallory, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })), [groundPlace(beyond)], "DROP");
  await play(service, 1);
  for (const [player, at] of [
    [alice, AT],
    [mallory, beyond],
  ] as const) {
    player.slots[0] = diamonds(3);
    act(service, player, new FakeItem(player.slots[0]), [groundPlace(at)], "PICKUP");
  }
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 6 DIAMOND where the ledger has 3: 3 too many"]);
});

test("what was picked up where as much was mined in the same tick is no gain, although there is word of the mining only later", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const entity = service.platform.drop(diamonds(3), AT);
  await play(service, 30);
  alice.slots[0] = service.platform.pickUp(entity);
  service.platform.drop(diamonds(3), AT);
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, 5);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: alice });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what was picked up is no gain, although as much was mined there before there is word of it", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const entity = service.platform.drop(diamonds(3), AT);
  await play(service, 30);
  alice.slots[0] = service.platform.pickUp(entity);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: alice });
  service.platform.drop(diamonds(3), AT);
  await play(service, 2);
  clickDirt(service, alice);
  await play(service, 2);
  act(service, alice, new FakeItem(diamonds(3)), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who crafts while joining is compared by ingredients of which no ledger is kept, too", async () => {
  const config = "balance:\n  materials:\n    diamond_block: 1\n";
  const service = await startedService({ config, platform: withDiamondBlocks() });
  const alice = join(service, "Alice", { slots: [diamonds(9)] });
  await play(service, 5);
  quit(service, alice);
  await play(service, 30);
  join(service, "Alice", { slots: [blocks(1)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what grew in the hands is told in full, although it is put where somebody has just done something that was not seen", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(20);
  const bob = join(service, "Bob", { slots: [diamonds(20)] });
  const mallory = join(service, "Mallory", { slots: [fakeStack("dirt")] });
  await play(service, 30);
  act(service, bob, new FakeItem(bob.slots[0]!), [CHEST]);
  await play(service, 2);
  mallory.slots[1] = diamonds(30);
  clickDirt(service, mallory);
  await play(service, 1);
  slots[1] = mallory.slots[1];
  mallory.slots[1] = undefined;
  act(service, mallory, new FakeItem(slots[1]), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 30 DIAMOND where the ledger has 0: 30 too many"]);
});

test("a word that comes twice of a session that goes brings nothing along", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  const second = join(service, "Alice", { session: 2, slots: [diamonds(20)] });
  await play(service, 5);
  const dropped = second.slots[0]!;
  service.platform.drop(dropped, AT);
  second.slots[0] = undefined;
  act(service, second, new FakeItem(dropped), [GROUND], "DEATH");
  await play(service, 1);
  for (let times = 0; times < 2; times++)
    service.doubletake.report({ kind: "going-dark", place: alice.place, action: "QUIT", player: alice });
  service.platform.leave(alice);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what is in a box whose drop is reported after it was seen is not taken for what could be made of each other", async () => {
  const service = await startedService({
    config: "balance:\n  materials:\n    diamond: 1\n    diamond_nugget: 1\n",
    platform: withDiamondNuggets(),
  });
  const box = fakeStack("shulker_box");
  box.inside!.slots[0] = fakeStack("diamond_nugget", { count: 18, maxStackSize: 64 });
  box.inside!.slots[1] = diamonds(2);
  const alice = join(service, "Alice", { slots: [box] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  alice.slots[0] = undefined;
  service.platform.drop(box, AT);
  act(service, alice, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })), [GROUND], "DROP");
  await play(service, 1);
  act(service, alice, new FakeItem(box), [GROUND], "DEATH");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what was picked up is no gain, although something had grown in the same hands that can be made of it", async () => {
  const service = await game();
  const mallory = join(service, "Mallory");
  const entity = service.platform.drop(diamonds(9), AT);
  await play(service, 30);
  mallory.slots[0] = blocks(1);
  clickDirt(service, mallory);
  await play(service, 1);
  mallory.slots[1] = service.platform.pickUp(entity);
  clickDirt(service, mallory);
  await play(service, 2);
  act(service, mallory, new FakeItem(mallory.slots[1]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  // The block is worth nine diamonds, and is all that was created.
  assert.deepEqual(told(service), ["Mallory 9 DIAMOND where the ledger has 0: 9 too many"]);
});

test("what somebody picked up explains nothing that another had gained while it still lay there, however late there is word of it", async () => {
  const service = await game();
  const [alice, mallory] = [join(service, "Alice"), join(service, "Mallory")];
  const entity = service.platform.drop(diamonds(20), AT);
  await play(service, 30);
  mallory.slots[0] = diamonds(20);
  clickDirt(service, mallory);
  await play(service, 50);
  alice.slots[0] = service.platform.pickUp(entity);
  clickDirt(service, alice);
  await play(service, 2);
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 20 DIAMOND where the ledger has 0: 20 too many"]);
});

test("what was dropped is not dropped once more by a word that comes late, although more fell onto the ground meanwhile", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20), blocks(5)] });
  service.platform.drop(diamonds(30), AT);
  await play(service, 30);
  const dropped = diamonds(11);
  alice.slots[0]!.count -= 11;
  service.platform.drop(dropped, AT);
  const others = alice.slots[1]!;
  alice.slots[1] = undefined;
  service.platform.drop(others, AT);
  act(service, alice, new FakeItem(others), [GROUND], "DROP");
  await play(service, 10);
  service.platform.drop(diamonds(2), AT);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what was picked up is not picked up once more by a word that comes late, and with it a gift", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  service.platform.drop(diamonds(60), AT);
  const entity = service.platform.drop(diamonds(40), AT);
  await play(service, 30);
  const pickedUp = service.platform.pickUp(entity);
  alice.slots[0] = pickedUp;
  clickDirt(service, alice);
  await play(service, 14);
  act(service, alice, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })), [GROUND], "DROP");
  await play(service, 1);
  alice.slots[1] = diamonds(50);
  service.doubletake.report({ kind: "sighting", place: alice.place, action: "GIVE", player: alice });
  act(service, alice, new FakeItem(pickedUp), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what somebody put into a chest without a word may stand for what somebody else had taken out before", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(40);
  const alice = join(service, "Alice", { slots: [diamonds(21)] });
  const bob = join(service, "Bob");
  await play(service, 25);
  bob.slots[0] = slots[0];
  slots[0] = undefined;
  clickDirt(service, bob);
  await play(service, 1);
  clickDirt(service, alice);
  await play(service, 1);
  slots[0] = alice.slots[0];
  alice.slots[0] = undefined;
  await play(service, 1);
  act(service, bob, new FakeItem(bob.slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("the word of a drop may be late, but that excuses no more than was dropped", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(40)] });
  const mallory = join(service, "Mallory", { slots: [diamonds(10)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 60);
  alice.slots[0] = undefined;
  clickDirt(service, alice);
  await play(service, 5);
  clickDirt(service, mallory);
  await play(service, 1);
  mallory.slots[0] = diamonds(49);
  const dropped = diamonds(1);
  // What came to lie there may be something else.
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK" });
  service.platform.drop(dropped, AT);
  act(service, mallory, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 50 DIAMOND where the ledger has 11: 39 too many"]);
});
