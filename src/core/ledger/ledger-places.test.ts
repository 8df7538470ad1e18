import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { startedService } from "../../testing/fake-service.ts";
import { diamonds, EVERYTHING, toldOfBalances as told } from "../../testing/ledger-story.ts";
import { RecordingLog } from "../../testing/recording-log.ts";
import { act, join, play, quit } from "../../testing/story.ts";
import { blockPlace, groundPlace, type PlaceKey, playerPlace, windowPlace } from "../place.ts";
import { Ledger } from "./ledger.ts";

// Places that come and go, and places that several people have to do with.

const CONFIG = "balance:\n  materials:\n    diamond: 10\n";
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ALICE = "00000000-0000-4000-8000-00000000a11c";

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

test("a session that is alone again gives away what is its own", async () => {
  const service = await startedService({ config: CONFIG });
  const slots = service.platform.chest(CHEST);
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, 5);
  const second = join(service, "Alice", { session: 2, slots: [diamonds(20)] });
  await play(service, 5);
  quit(service, second);
  await play(service, 5);
  slots[0] = alice.slots[0];
  alice.slots[0] = undefined;
  act(service, alice, new FakeItem(slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("windows that show what is really elsewhere accuse nobody, however many there are; taking out of them does", () => {
  const { ledger, excesses, count, boundary, pass } = handLedger();
  const own = playerPlace(ALICE);
  const window = windowPlace(ALICE);
  count(own, 0);
  pass();
  for (const shown of [40, 0, 64]) {
    count(window, shown);
    boundary();
    count(window, shown);
    pass();
    assert.deepEqual(excesses, []);
  }
  ledger.acted({ id: ALICE, name: "Alice", place: own } as never, [window]);
  count(window, 24);
  count(own, 40);
  boundary();
  pass();
  pass();
  assert.deepEqual(excesses, ["Alice +40"]);
});

test("what a player puts into such a window and takes out again is a move", () => {
  const { ledger, excesses, count, boundary, pass } = handLedger();
  const own = playerPlace(ALICE);
  const window = windowPlace(ALICE);
  count(own, 30);
  count(window, 64);
  pass();
  for (const put of [30, 0]) {
    ledger.acted({ id: ALICE, name: "Alice", place: own } as never, [window]);
    count(own, 30 - put);
    count(window, 64 + put);
    boundary();
    pass();
  }
  pass();
  assert.deepEqual(excesses, []);
});

/** A ledger whose looks are made by hand: `count` says what lies at a place. */
function handLedger() {
  const excesses: string[] = [];
  const ledger = new Ledger({
    platform: new FakePlatform(),
    log: new RecordingLog(),
    thresholds: new Map([["diamond", 10]]),
    nameOf: () => "Alice",
    isAnnounced: () => false,
    isExempt: () => false,
    onExcess: ({ player, excess }) => excesses.push(`${player.name} +${excess}`),
    interval: Number.POSITIVE_INFINITY,
    lookAtPlayers: () => {},
  });
  const lying = new Map<PlaceKey, number>();
  const count = (place: PlaceKey, many: number) => {
    lying.set(place, many);
    ledger.counter.begin();
    ledger.counter.see(new FakeItem(diamonds(many)));
    ledger.counted(place, true);
  };
  const boundary = () => ledger.endBoundary();
  /** Everything is looked at again. */
  const pass = () => {
    boundary();
    ledger.passes.players.began();
    ledger.passes.places.began();
    for (const [place, many] of lying) count(place, many);
    ledger.passes.players.ended();
    ledger.passes.places.ended();
    boundary();
  };
  return { ledger, excesses, count, boundary, pass };
}
