import assert from "node:assert/strict";
import { it } from "node:test";
import { placeText } from "./history.ts";

it("a place in words names the player or the block", () => {
  const nameOf = (id: string): string => `<${id}>`;
  assert.equal(placeText("player:p#2", nameOf), "with <p>");
  assert.equal(placeText("ender:p", nameOf), "in the ender chest of <p>");
  assert.equal(placeText("block:world:1,64,-7", nameOf), "in the block world:1,64,-7");
  assert.equal(placeText("nowhere", nameOf), "nowhere: it was gone when its place was looked at");
  assert.equal(placeText("odd", nameOf), "odd");
});
