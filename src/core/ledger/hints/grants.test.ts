import assert from "node:assert/strict";
import { test } from "node:test";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";
import { Grants } from "./grants.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [HANDS, ENDER, CHEST] = [playerPlace(ALICE), enderPlace(ALICE), "block:world:1,64,1"];

test("a gift explains what appears within a second of it, in any of the player's own places", () => {
  const grants = new Grants();
  grants.add(HANDS, 100);
  const isOpen = (place: string, since: number, seen: number) =>
    grants.openTo(0, { seen, members: [{ place, since }] }).some(({ loss }) => loss.left === NO_LIMIT);
  for (const place of [HANDS, ENDER]) {
    assert.equal(isOpen(place, 99 + EVENT_SKEW_TICKS, 200), true);
    assert.equal(isOpen(place, 100 + EVENT_SKEW_TICKS, 200), false);
    assert.equal(isOpen(place, 0, 100 - EVENT_SKEW_TICKS), true);
    assert.equal(isOpen(place, 0, 99 - EVENT_SKEW_TICKS), false);
  }
});

test("one that names a class and an amount is open to all of the player's own places, with no more than that", () => {
  const grants = new Grants();
  grants.add(HANDS, 100, 1, 30);
  const members = [CHEST, HANDS, ENDER].map((place) => ({ place, since: 99 }));
  const open = (classIndex: number) =>
    grants.openTo(classIndex, { seen: 100, members }).map(({ loss, openTo }) => ({ amount: loss.left, openTo }));
  assert.deepEqual(open(0), []);
  assert.deepEqual(open(1), [{ amount: 30, openTo: [1, 2] }]);
  grants.forget(100 + EVENT_SKEW_TICKS);
  assert.deepEqual(open(1), []);
});
