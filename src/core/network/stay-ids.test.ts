import assert from "node:assert/strict";
import { it } from "node:test";
import { isRestored, StayIds } from "./stay-ids.ts";

it("a token stays the same as long as the copy does, and is never the same again", () => {
  const stayIds = new StayIds();
  stayIds.lost("x");
  const first = stayIds.of("x", false);
  assert.equal(stayIds.of("x", false), first);
  stayIds.lost("x");
  assert.notEqual(stayIds.of("x", false), first);
});

it("a copy that leaves one place and turns up at another in the same tick has stayed; one that turns up later has not", () => {
  const stayIds = new StayIds();
  const first = stayIds.of("x", false);
  stayIds.moved("x");
  stayIds.endMoves(() => true);
  assert.equal(stayIds.of("x", false), first);
  stayIds.moved("x");
  stayIds.endMoves(() => false);
  assert.notEqual(stayIds.of("x", false), first);
});

it("a token says when a crash brought the copy back", () => {
  const stayIds = new StayIds();
  assert.equal(isRestored(stayIds.of("x", true)), true);
  assert.equal(isRestored(stayIds.of("y", false)), false);
});

it("a copy that is put from a player's hands into a chest has stayed, whatever a crash brought back there", () => {
  const stayIds = new StayIds();
  const first = stayIds.of("x", false);
  stayIds.moved("x");
  stayIds.endMoves(() => true);
  assert.equal(stayIds.of("x", true), first);
});

it("what a crash brought back is that also when it was out of sight for a while, as long as it is asked about", () => {
  const stayIds = new StayIds();
  const first = stayIds.of("x", true);
  stayIds.lost("x");
  const second = stayIds.of("x", false);
  assert.notEqual(second, first);
  assert.equal(isRestored(second), true);
  stayIds.forget("x");
  assert.equal(isRestored(stayIds.of("x", false)), false);
});

it("no run of a server gives out a token of another: what was seen before a restart was another stay", () => {
  assert.notEqual(new StayIds(1).of("x", true), new StayIds(2).of("x", true));
});
