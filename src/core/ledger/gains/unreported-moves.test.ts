import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { UnreportedMoves } from "./unreported-moves.ts";

const [HANDS, GROUND, CHEST] = ["player:alice", "ground:world:0,0", "block:world:1,64,1"];

test("a word that comes late is of what was missing there within a second, and each of it once", () => {
  const moves = new UnreportedMoves();
  moves.add(HANDS, 0, -5, 10);
  moves.add(HANDS, 0, -3, 12);
  assert.equal(moves.take(GROUND, 0, 9, 13), 0);
  assert.equal(moves.take(HANDS, 1, 9, 13), 0);
  assert.equal(moves.take(HANDS, 0, -9, 13), 0);
  assert.equal(moves.take(HANDS, 0, 6, 13), 6);
  assert.equal(moves.take(HANDS, 0, 6, 13), 2);
});

test("what came somewhere is set against a word of what was dropped there, and not against what was picked up", () => {
  const moves = new UnreportedMoves();
  moves.add(GROUND, 0, 5, 10);
  assert.equal(moves.take(GROUND, 0, 9, 13), 0);
  assert.equal(moves.take(GROUND, 0, -3, 13), -3);
  assert.equal(moves.take(GROUND, 0, -3, 13), -2);
});

test("what is missing for longer is forgotten", () => {
  const moves = new UnreportedMoves();
  moves.add(GROUND, 0, -5, 10);
  assert.equal(moves.take(GROUND, 0, 5, 11 + EVENT_SKEW_TICKS), 0);
  assert.equal(moves.take(GROUND, 0, 5, 10 + EVENT_SKEW_TICKS), 5);
});

test("what left the hands and seems to be in a chest is no more than came there, and than left", () => {
  const moves = new UnreportedMoves();
  const chest = { place: CHEST, since: 9, creators: new Set(["bob"]), source: 0, more: 4 };
  moves.add(HANDS, 0, -5, 10, () => [chest]);
  assert.equal(moves.take(HANDS, 0, 9, 13), 0);
  moves.add(HANDS, 0, -3, 12, () => [chest]);
  const [first, second] = [
    { ...chest, gate: { most: 5, seen: 10 } },
    { ...chest, gate: { most: 3, seen: 12 } },
  ];
  assert.deepEqual(moves.takersFrom(HANDS, 0, 9), [first, second]);
  assert.deepEqual(moves.takersFrom(HANDS, 0, 10), [second], "the others had left before the drop");
  const [one, again] = [moves.takersFrom(HANDS, 0, 10), moves.takersFrom(HANDS, 0, 10)];
  assert.equal(one[0]!.gate, again[0]!.gate, "words of several drops share it");
  assert.deepEqual(moves.takersFrom(HANDS, 1, 9), []);
});
