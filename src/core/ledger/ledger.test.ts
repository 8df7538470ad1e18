import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { act, join, open, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

const CONFIG = "balance:\n  materials:\n    diamond: 10\n";
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
/** Longer than a scan of all players and a pass over all places. */
const EVERYTHING = 420;

function diamonds(count: number) {
  return fakeStack("diamond", { count });
}

function game(config = CONFIG): Promise<FakeService> {
  return startedService({ config });
}

/** What staff were told of balances, as `player actual expected excess severity`. */
function told({ outside }: FakeService): string[] {
  return outside.sent
    .filter(({ type }) => type === "BALANCE_DISCREPANCY")
    .map(({ player, details, severity }) => `${player} ${details} ${severity}`);
}

function click(service: FakeService, player: FakePlayer, touched: readonly string[] = []): void {
  act(service, player, new FakeItem(player.slots[0] ?? diamonds(1)), touched);
}

/** A chest that was looked at before anything happens. */
async function chest(service: FakeService, count: number): Promise<ReturnType<FakePlatform["chest"]>> {
  const slots = service.platform.chest(CHEST);
  if (count > 0) slots[0] = diamonds(count);
  await play(service, 5);
  return slots;
}

test("what a player gained from nowhere is told once everything was looked at, with the right numbers", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  alice.slots[1] = diamonds(12);
  click(service, alice);
  await play(service, 3);
  assert.deepEqual(told(service), []);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 32 DIAMOND where the ledger has 20: 12 too many MEDIUM"]);
});

test("what a first join brings is what the player should have", async () => {
  const service = await game();
  join(service, "Alice", { slots: [diamonds(64)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

for (const isReported of [true, false]) {
  test(`goods that go from one place to another are no gain, ${isReported ? "" : "also when no event says so"}`, async () => {
    const service = await game();
    const slots = await chest(service, 64);
    const alice = join(service, "Alice");
    const bob = join(service, "Bob");
    await play(service, 5);
    alice.slots[0] = slots[0];
    slots[0] = undefined;
    if (isReported) click(service, alice, [CHEST]);
    await play(service, isReported ? 1 : 7);
    bob.slots[3] = alice.slots[0];
    alice.slots[0] = undefined;
    if (isReported) click(service, bob, []);
    await play(service, 2 * EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

test("what lies on the ground may come from anywhere, and picking it up is a move", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  await play(service, 5);
  const entity = service.platform.drop(diamonds(30), alice.at);
  await play(service, 30);
  alice.slots[0] = service.platform.pickUp(entity);
  act(service, alice, new FakeItem(alice.slots[0]!), [groundPlace(alice.at)], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a recipe explains what comes out of it by what went in, and nothing without ingredients", async () => {
  const service = await startedService({ config: CONFIG, platform: withDiamondBlocks() });
  const alice = join(service, "Alice", { slots: [fakeStack("diamond_block", { count: 4, maxStackSize: 64 })] });
  await play(service, 5);
  alice.slots[0]!.count -= 2;
  alice.slots[1] = diamonds(18);
  act(service, alice, new FakeItem(alice.slots[1]!), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
  alice.slots[2] = diamonds(18);
  act(service, alice, new FakeItem(alice.slots[2]!), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 36 DIAMOND where the ledger has 18: 18 too many MEDIUM"]);
});

test("what was used up explains nothing that comes later", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(40)] });
  await play(service, 5);
  alice.slots[0]!.count -= 1;
  act(service, alice, new FakeItem(alice.slots[0]!), [], "BLOCK_PLACE");
  await play(service);
  alice.slots[0]!.count += 10;
  click(service, alice);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 49 DIAMOND where the ledger has 39: 10 too many MEDIUM"]);
});

test("what is given, announced or taken in creative mode is meant", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const bob = join(service, "Bob");
  const carol = join(service, "Carol");
  await play(service, 5);
  alice.slots[0] = diamonds(64);
  act(service, alice, new FakeItem(alice.slots[0]), [], "GIVE");
  service.doubletake.api.announce({ cause: "a kit", places: [bob.place] });
  bob.slots[0] = diamonds(64);
  carol.isInCreative = true;
  carol.slots[0] = diamonds(64);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what is given is meant, also when it is put away and the player gone before anybody looks", async () => {
  const service = await game();
  const slots = await chest(service, 5);
  const alice = join(service, "Alice");
  await play(service, 5);
  service.doubletake.api.announce({ cause: "a kit", places: [alice.place] });
  slots[1] = diamonds(64);
  act(service, alice, new FakeItem(slots[1]), [CHEST]);
  quit(service, alice);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a chest that grows while one player handles it is that player's gain; one that nobody handles is nobody's", async () => {
  const service = await game();
  const slots = await chest(service, 5);
  const alice = join(service, "Alice");
  await play(service, 5);
  slots[0]!.count += 20;
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
  const another = blockPlace({ world: "world", x: 6, y: 64, z: 5 });
  const handled = service.platform.chest(another);
  handled[0] = diamonds(25);
  await play(service, 30);
  await open(service, alice, another);
  handled[0].count += 20;
  click(service, alice, [another]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 45 DIAMOND where the ledger has 25: 20 too many HIGH"]);
});

test("goods inside a box count for whoever carries it, and move with it", async () => {
  const service = await game();
  const slots = await chest(service, 0);
  const box = fakeStack("shulker_box");
  box.inside!.slots[0] = diamonds(60);
  const alice = join(service, "Alice", { slots: [box] });
  await play(service, 5);
  slots[0] = box;
  alice.slots[0] = undefined;
  click(service, alice, [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
  slots[0].inside!.slots[1] = diamonds(40);
  click(service, alice, [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 100 DIAMOND where the ledger has 60: 40 too many CRITICAL"]);
});

test("more is told only when the excess has doubled", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  await play(service, 5);
  for (const gain of [6, 5, 5, 5, 20]) {
    alice.slots[alice.slots.indexOf(undefined)] = diamonds(gain);
    await play(service, EVERYTHING);
  }
  assert.deepEqual(told(service), [
    "Alice 11 DIAMOND where the ledger has 0: 11 too many MEDIUM",
    "Alice 21 DIAMOND where the ledger has 0: 21 too many HIGH",
    "Alice 41 DIAMOND where the ledger has 0: 41 too many CRITICAL",
  ]);
});

test("goods that come and go again by themselves accuse nobody", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  await play(service, 5);
  alice.slots[0] = diamonds(64);
  click(service, alice);
  await play(service, 2);
  alice.slots[0] = undefined;
  click(service, alice);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a chest that comes to light is a source, and one that went dark with the goods explains where they went", async () => {
  const service = await game();
  const slots = await chest(service, 64);
  const alice = join(service, "Alice");
  await play(service, 5);
  service.platform.darken(CHEST);
  await play(service, EVERYTHING);
  slots[1] = diamonds(64);
  service.platform.lighten(CHEST);
  await play(service, EVERYTHING);
  alice.slots[0] = slots[0];
  slots[0] = undefined;
  service.platform.darken(CHEST);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who comes back with more than the last session left with has gained it; with less, nobody minds", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  quit(service, alice);
  await play(service, 5);
  const again = join(service, "Alice", { slots: [diamonds(5)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
  quit(service, again);
  await play(service, 5);
  join(service, "Alice", { slots: [diamonds(25)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 25 DIAMOND where the ledger has 5: 20 too many HIGH"]);
});

test("what is given to somebody who is away is meant, however long it takes until the player comes back", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  quit(service, alice);
  await play(service, 30);
  service.doubletake.api.announce({ cause: "a vote", places: [alice.place], material: "diamond", amount: 12 });
  await play(service, EVERYTHING);
  join(service, "Alice", { slots: [diamonds(32)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a gift on arriving explains its amount of what a player comes back with, and no more", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  quit(service, alice);
  await play(service, 30);
  const again = join(service, "Alice", { slots: [diamonds(50)] });
  service.doubletake.api.announce({ cause: "a vote", places: [again.place], material: "diamond", amount: 12 });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 50 DIAMOND where the ledger has 32: 18 too many MEDIUM"]);
});

test("balances outlive a clean stop; a crash begins them anew", async () => {
  const clock = new HandClock();
  const store = new MemoryStore({ clock });
  const first = await startedService({ config: CONFIG, store, clock });
  const alice = join(first, "Alice", { slots: [diamonds(20)] });
  await play(first, 5);
  alice.slots[1] = diamonds(8);
  await play(first, EVERYTHING);
  await first.doubletake.stop();

  const second = await startedService({ config: CONFIG, store, clock });
  join(second, "Alice", { slots: [diamonds(31)] });
  await play(second, EVERYTHING);
  assert.deepEqual(told(second), ["Alice 31 DIAMOND where the ledger has 20: 11 too many MEDIUM"]);

  const afterCrash = await startedService({ config: CONFIG, store, clock });
  join(afterCrash, "Alice", { slots: [diamonds(64)] });
  await play(afterCrash, EVERYTHING);
  assert.deepEqual(told(afterCrash), []);
});

test("two sessions of one account are not compared with each other", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  const second = join(service, "Alice", { session: 2, slots: [diamonds(20)] });
  await play(service, 5);
  quit(service, alice);
  await play(service, 5);
  quit(service, second);
  await play(service, 5);
  join(service, "Alice", { slots: [diamonds(40)] });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

function withDiamondBlocks(): FakePlatform {
  const platform = new FakePlatform();
  platform.recipes.set("DIAMOND", [{ makes: 9, from: [{ anyOf: ["minecraft:diamond_block"], count: 1 }] }]);
  return platform;
}

test("a material that the game does not have, or that does not stack, is named in the console", async () => {
  const service = await game("balance:\n  materials:\n    no_such_thing: 1\n    diamond_sword: 1\n    diamond: 10\n");
  await play(service, 2);
  assert.deepEqual(
    service.log.lines.filter((line) => line.includes("balance.materials")),
    [
      "warn: balance.materials in config.yml names NO_SUCH_THING, which this game does not have: it is never counted.",
      "warn: balance.materials in config.yml names DIAMOND_SWORD, which does not stack: its items have ids of their own.",
    ],
  );
});
