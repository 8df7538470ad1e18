import assert from "node:assert/strict";
import { test } from "node:test";
import { Losses, type Moment } from "./losses.ts";

const CHEST = "block:world:1,64,1";
const HANDS = "player:00000000-0000-4000-8000-00000000a11c";

function lost(since: number, seen: number, left: number, place = CHEST) {
  return { since, seen, places: [place], isSilent: true, left };
}

function gain(covered: number, seen: number, place = HANDS): Moment {
  return { covered, seen, places: [place] };
}

test("what left before everything was looked at again, or was still there, is no gain", () => {
  const losses = new Losses(1);
  losses.add(0, lost(10, 20, 5));
  assert.equal(losses.available(0, "Alice", gain(19, 40)), 5);
  assert.equal(losses.available(0, "Alice", gain(20, 40)), 0);
  assert.equal(losses.available(0, "Alice", gain(0, 11)), 5);
  assert.equal(losses.available(0, "Alice", gain(0, 10)), 0);
  assert.equal(losses.available(0, "Alice", gain(0, 10, CHEST)), 5, "it came and went there");
});

test("it explains its amount once for each account, what is forgotten first before the rest", () => {
  const losses = new Losses(1);
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 30, 5));
  const [first, second] = [gain(0, 40), gain(25, 40)];
  losses.take(0, "Alice", first, 6);
  assert.equal(losses.available(0, "Alice", first), 4);
  assert.equal(losses.available(0, "Alice", second), 4);
  assert.equal(losses.available(0, "Bob", first), 10);
  assert.deepEqual(losses.rivals(0, "Alice", second), [first]);
  assert.deepEqual(losses.rivals(0, "Bob", second), []);
});

test("what was missing before a late word of something used up may have left later instead", () => {
  const losses = new Losses(1);
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 20, 3, HANDS));
  losses.widen(0, CHEST, 21, 40);
  assert.equal(losses.available(0, "Alice", gain(30, 40)), 0);
  losses.widen(0, CHEST, 20, 40);
  assert.equal(losses.available(0, "Alice", gain(30, 40)), 5);
  losses.forget(20);
  assert.equal(losses.available(0, "Alice", gain(0, 40)), 5);
});
