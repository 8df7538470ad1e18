import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { WatchList } from "../materials/watch-list.ts";
import { Accounts } from "./accounts.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";

function accounts(log = new RecordingLog()): Accounts {
  return new Accounts(new WatchList(new Map([["diamond", 1]]), new FakePlatform()), log);
}

function memory(): MemoryStore {
  return new MemoryStore({ clock: { now: () => 0 }, serverName: "test" });
}

test("what a player left with and was told of is known after a clean stop, and not what was held before a crash", async () => {
  const store = memory();
  const before = accounts();
  await before.connect(store, true);
  Object.assign(before.entry(ALICE, "DIAMOND"), { excess: 9, told: 8 });
  await before.save(ALICE, Int32Array.of(5));
  const after = accounts();
  await after.connect(store, true);
  assert.deepEqual(await after.read(ALICE), new Map([["DIAMOND", 5]]));
  assert.deepEqual(after.entry(ALICE, "DIAMOND"), { excess: 9, told: 8 });
  const crashed = accounts();
  await crashed.connect(store, false);
  assert.equal(await crashed.read(ALICE), undefined);
  assert.equal(crashed.excessOf(ALICE, "DIAMOND"), 9);
});

test("what came before the store answered is added to what it knows", async () => {
  const store = memory();
  const before = accounts();
  await before.connect(store, true);
  Object.assign(before.entry(ALICE, "DIAMOND"), { excess: 9, told: 8 });
  await before.saveExcess(ALICE);
  const after = accounts();
  await after.connect(store, true);
  after.entry(ALICE, "DIAMOND").excess += 2;
  await after.read(ALICE);
  assert.deepEqual(after.entry(ALICE, "DIAMOND"), { excess: 11, told: 8 });
});

test("keeping the excess keeps what was held when the player was last here", async () => {
  const store = memory();
  const books = accounts();
  await books.connect(store, true);
  await books.save(ALICE, Int32Array.of(5));
  books.entry(ALICE, "DIAMOND").excess = 3;
  await books.saveExcess(ALICE);
  assert.deepEqual(await books.read(ALICE), new Map([["DIAMOND", 5]]));
  await books.save(ALICE, undefined);
  assert.equal(await books.read(ALICE), undefined, "whatever comes with the next session is taken as it is");
});

test("who left without an excess is not kept in memory, and is read again", async () => {
  const store = memory();
  const books = accounts();
  await books.connect(store, true);
  await books.save(ALICE, Int32Array.of(5));
  books.forget(ALICE);
  await books.whenStored();
  assert.deepEqual(await books.read(ALICE), new Map([["DIAMOND", 5]]));
});

test("a store that fails costs a warning, and nothing else", async () => {
  const log = new RecordingLog();
  const books = accounts(log);
  const store = memory();
  await books.connect(store, true);
  store.writeNote = () => Promise.reject(new Error("the disk is full"));
  await books.saveExcess(ALICE);
  assert.match(log.lines.join(), /warn: .*could not be stored: the disk is full/);
  assert.equal(await books.read(ALICE), undefined);
});
