import assert from "node:assert/strict";
import { it } from "node:test";
import { isSeenTwice } from "../../simulator/detectors/doubletake.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";

const HERE = {
  itemId: fakeId(1),
  place: "block:world:1,2,3",
  slot: "0",
  location: "world:1,2,3",
  holderId: "",
  holderName: "",
  count: 1,
  seenMs: 1,
};

it("a suspicion that joins a proven case proves nothing anew: what is remembered of a dark place nobody saw", () => {
  assert.equal(isSeenTwice([HERE, { ...HERE, place: "server:lobby/block:world:1,2,3" }]), true);
  assert.equal(isSeenTwice([HERE, { ...HERE, place: "server:lobby/block:world:1,2,3", slot: "" }]), false);
  assert.equal(isSeenTwice([HERE]), false);
  assert.equal(isSeenTwice([{ ...HERE, count: 2 }]), true);
});
