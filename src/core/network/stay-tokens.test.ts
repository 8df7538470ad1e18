import assert from "node:assert/strict";
import { it } from "node:test";
import { isRestored, StayTokens } from "./stay-tokens.ts";

it("a token stays the same as long as the copy does, and is never the same again", () => {
  const tokens = new StayTokens();
  tokens.left("x");
  const first = tokens.of("x", false);
  assert.equal(tokens.of("x", false), first);
  tokens.left("x");
  assert.notEqual(tokens.of("x", false), first);
});

it("a token says when a crash brought the copy back", () => {
  const tokens = new StayTokens();
  assert.equal(isRestored(tokens.of("x", true)), true);
  assert.equal(isRestored(tokens.of("y", false)), false);
});
