import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { WatchList } from "../materials/watch-list.ts";
import { PlaceCounts } from "./place-counts.ts";

const DIAMONDS = new FakeItem(fakeStack("diamond", { count: 5 }));
const SWORD = new FakeItem(fakeStack("diamond_sword"));
const DIAMOND = 0;

function stock(): PlaceCounts {
  const thresholds = new Map([
    ["DIAMOND", 1],
    ["DIAMOND_SWORD", 1],
  ]);
  return new PlaceCounts(new WatchList(thresholds, new FakePlatform()));
}

function count(counted: PlaceCounts, place: string, tick: number, ...items: readonly FakeItem[]): number[][] {
  const differences: number[][] = [];
  counted.begin();
  for (const item of items) counted.see(item);
  counted.put(place, counted.at(place), tick, (...difference) => differences.push([...difference]));
  return differences;
}

it("knows where there is any of the goods", () => {
  const counted = stock();
  count(counted, "a", 1, DIAMONDS);
  count(counted, "b", 1);
  assert.deepEqual(
    ["a", "b", "c"].map((place) => counted.holdsAny(place)),
    [true, false, false],
  );
  count(counted, "a", 2);
  assert.equal(counted.holdsAny("a"), false);
});

it("tells what differs from the count before, and gives copies that stay as they are", () => {
  const counted = stock();
  assert.deepEqual(count(counted, "a", 1, DIAMONDS), [[DIAMOND, 0, 5, 0]]);
  const before = counted.countsAt("a");
  assert.deepEqual(count(counted, "a", 2, DIAMONDS), []);
  assert.deepEqual(count(counted, "a", 4, DIAMONDS, DIAMONDS), [[DIAMOND, 5, 10, 2]]);
  assert.deepEqual([...before], [5, 0]);
  assert.equal(counted.countAt("a", DIAMOND), 10);
});

it("keeps places apart, also when one takes over the row of another that was forgotten", () => {
  const counted = stock();
  count(counted, "a", 1, DIAMONDS);
  count(counted, "b", 1, DIAMONDS, DIAMONDS);
  counted.forget("a");
  count(counted, "c", 1, new FakeItem(fakeStack("diamond", { count: 3 })));
  assert.deepEqual(
    ["a", "b", "c", "d"].map((place) => counted.countAt(place, DIAMOND)),
    [0, 10, 3, 0],
  );
  assert.deepEqual(count(counted, "b", 2), [[DIAMOND, 10, 0, 1]]);
  assert.deepEqual(count(counted, "d", 2, DIAMONDS), [[DIAMOND, 0, 5, 1]]);
  assert.equal(counted.countAt("c", DIAMOND), 3);
});

it("knows once something was counted that cannot be stacked", () => {
  const counted = stock();
  count(counted, "a", 1, DIAMONDS);
  assert.equal(counted.countsUnstackable, false);
  count(counted, "a", 2, DIAMONDS, SWORD);
  assert.equal(counted.countsUnstackable, true);
});

it("notices when one material takes the place of as many of another", () => {
  const counted = stock();
  count(counted, "a", 1, DIAMONDS, SWORD);
  assert.deepEqual(count(counted, "a", 2, SWORD, DIAMONDS), []);
  assert.equal(counted.at("a")?.tick, 2);
  const fiveSwords = Array.from({ length: 5 }, () => SWORD);
  assert.deepEqual(count(counted, "a", 3, new FakeItem(fakeStack("diamond")), ...fiveSwords), [
    [DIAMOND, 5, 1, 2],
    [1, 1, 5, 2],
  ]);
});

it("says of a placeCount whether its place was forgotten", () => {
  const counted = stock();
  count(counted, "a", 1, DIAMONDS);
  const placeCount = counted.at("a")!;
  counted.forget("a");
  assert.deepEqual([placeCount.isKept, counted.at("a")], [false, undefined]);
});

it("has the places in the order in which they were looked at last", () => {
  const counted = stock();
  let tick = 0;
  for (const place of ["a", "b", "c"]) count(counted, place, ++tick, DIAMONDS);
  const names = () => [...counted.countedBefore(tick + 1)].join("");
  assert.equal(names(), "abc");
  for (const [place, expected] of [
    ["b", "acb"],
    ["b", "acb"],
    ["a", "cba"],
  ] as const) {
    count(counted, place, ++tick, DIAMONDS);
    assert.equal(names(), expected);
  }
  assert.deepEqual([...counted.countedBefore(tick)], ["c", "b"]);
  for (const place of ["b", "a", "c"]) counted.forget(place);
  assert.deepEqual([names(), counted.oldestCount()], ["", undefined]);
  count(counted, "c", ++tick, DIAMONDS);
  assert.deepEqual([names(), counted.oldestCount()], ["c", tick]);
});
