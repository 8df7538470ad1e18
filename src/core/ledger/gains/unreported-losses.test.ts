import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { UnreportedLosses } from "./unreported-losses.ts";

const [HANDS, GROUND, CHEST] = ["player:alice", "ground:world:0,0", "block:world:1,64,1"];

test("a word that comes late is of what was missing there within a second, and each of it once", () => {
  const losses = new UnreportedLosses();
  losses.add(HANDS, 0, 5, 10);
  losses.add(HANDS, 0, 3, 12);
  assert.equal(losses.take(GROUND, 0, 9, 13), 0);
  assert.equal(losses.take(HANDS, 1, 9, 13), 0);
  assert.equal(losses.take(HANDS, 0, 6, 13), 6);
  assert.equal(losses.take(HANDS, 0, 6, 13), 2);
});

test("what is missing for longer is forgotten, and nobody says of a container how much left it", () => {
  const losses = new UnreportedLosses();
  losses.add(GROUND, 0, 5, 10);
  losses.add(CHEST, 0, 5, 10);
  assert.equal(losses.take(CHEST, 0, 5, 10), 0);
  assert.equal(losses.take(GROUND, 0, 5, 11 + EVENT_SKEW_TICKS), 0);
  assert.equal(losses.take(GROUND, 0, 5, 10 + EVENT_SKEW_TICKS), 5);
});
