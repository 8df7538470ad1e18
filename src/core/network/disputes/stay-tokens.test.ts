import assert from "node:assert/strict";
import { it } from "node:test";
import { isRolledBackToken, StayTokens } from "./stay-tokens.ts";

it("a token stays the same as long as the copy does, and is never the same again", () => {
  const tokens = new StayTokens();
  tokens.noteDark("x");
  const first = tokens.tokenOf("x", false);
  assert.equal(tokens.tokenOf("x", false), first);
  tokens.noteDark("x");
  assert.notEqual(tokens.tokenOf("x", false), first);
});

it("a copy that leaves one place and turns up at another in the same tick has stayed; one that turns up later has not", () => {
  const tokens = new StayTokens();
  const first = tokens.tokenOf("x", false);
  tokens.noteLeft("x");
  tokens.endMoves(() => true);
  assert.equal(tokens.tokenOf("x", false), first);
  tokens.noteLeft("x");
  tokens.endMoves(() => false);
  assert.notEqual(tokens.tokenOf("x", false), first);
});

it("a token says when a crash brought the copy back", () => {
  const tokens = new StayTokens();
  assert.equal(isRolledBackToken(tokens.tokenOf("x", true)), true);
  assert.equal(isRolledBackToken(tokens.tokenOf("y", false)), false);
});

it("a copy that is put from a player's hands into a chest has stayed, whatever a crash brought back there", () => {
  const tokens = new StayTokens();
  const first = tokens.tokenOf("x", false);
  tokens.noteLeft("x");
  tokens.endMoves(() => true);
  assert.equal(tokens.tokenOf("x", true), first);
});

it("what a crash brought back is that also when it was out of sight for a while, as long as it is asked about", () => {
  const tokens = new StayTokens();
  const first = tokens.tokenOf("x", true);
  tokens.noteDark("x");
  const second = tokens.tokenOf("x", false);
  assert.notEqual(second, first);
  assert.equal(isRolledBackToken(second), true);
  tokens.forget("x");
  assert.equal(isRolledBackToken(tokens.tokenOf("x", false)), false);
});

it("no run of a server gives out a token of another: what was seen before a restart was another stay", () => {
  assert.notEqual(new StayTokens(1).tokenOf("x", true), new StayTokens(2).tokenOf("x", true));
});
