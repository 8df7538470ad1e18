import assert from "node:assert/strict";
import { it } from "node:test";
import { isRestored, StayTokens } from "./stay-tokens.ts";

it("a token stays the same as long as the copy does, and is never the same again", () => {
  const tokens = new StayTokens();
  tokens.lost("x");
  const first = tokens.of("x", false);
  assert.equal(tokens.of("x", false), first);
  tokens.lost("x");
  assert.notEqual(tokens.of("x", false), first);
});

it("a copy that leaves one place and turns up at another in the same tick has stayed; one that turns up later has not", () => {
  const tokens = new StayTokens();
  const first = tokens.of("x", false);
  tokens.moved("x");
  tokens.endMoves(() => true);
  assert.equal(tokens.of("x", false), first);
  tokens.moved("x");
  tokens.endMoves(() => false);
  assert.notEqual(tokens.of("x", false), first);
});

it("a token says when a crash brought the copy back", () => {
  const tokens = new StayTokens();
  assert.equal(isRestored(tokens.of("x", true)), true);
  assert.equal(isRestored(tokens.of("y", false)), false);
});

it("a copy that is put from a player's hands into a chest has stayed, whatever a crash brought back there", () => {
  const tokens = new StayTokens();
  const first = tokens.of("x", false);
  tokens.moved("x");
  tokens.endMoves(() => true);
  assert.equal(tokens.of("x", true), first);
});

it("what a crash brought back is that also when it was out of sight for a while, as long as it is asked about", () => {
  const tokens = new StayTokens();
  const first = tokens.of("x", true);
  tokens.lost("x");
  const second = tokens.of("x", false);
  assert.notEqual(second, first);
  assert.equal(isRestored(second), true);
  tokens.forget("x");
  assert.equal(isRestored(tokens.of("x", false)), false);
});

it("no run of a server gives out a token of another: what was seen before a restart was another stay", () => {
  assert.notEqual(new StayTokens(1).of("x", true), new StayTokens(2).of("x", true));
});
