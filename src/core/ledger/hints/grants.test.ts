import assert from "node:assert/strict";
import { test } from "node:test";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";
import { EVENT_SKEW_TICKS, Grants } from "./grants.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [HANDS, ENDER] = [playerPlace(ALICE), enderPlace(ALICE)];

test("a gift explains what appears within a second of it, in any of the player's own places", () => {
  const grants = new Grants();
  grants.granted(HANDS, 100);
  for (const place of [HANDS, ENDER]) {
    assert.equal(grants.at(place, 0, 99 + EVENT_SKEW_TICKS, 200), NO_LIMIT);
    assert.equal(grants.at(place, 0, 100 + EVENT_SKEW_TICKS, 200), 0);
    assert.equal(grants.at(place, 0, 0, 100 - EVENT_SKEW_TICKS), NO_LIMIT);
    assert.equal(grants.at(place, 0, 0, 99 - EVENT_SKEW_TICKS), 0);
  }
});

test("one that names a class and an amount explains no more than that, and once", () => {
  const grants = new Grants();
  grants.granted(HANDS, 100, 1, 30);
  assert.equal(grants.at(HANDS, 0, 99, 100), 0);
  assert.equal(grants.at(HANDS, 1, 99, 100), 30);
  grants.take(HANDS, 1, 99, 100, 20);
  assert.equal(grants.at(ENDER, 1, 99, 100), 10);
  grants.forget(100 + EVENT_SKEW_TICKS);
  assert.equal(grants.at(HANDS, 1, 99, 100), 0);
});
