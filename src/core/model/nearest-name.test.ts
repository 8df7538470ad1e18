import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { didYouMean, nearestName } from "./nearest-name.ts";

describe("the nearest name", () => {
  it("is the one that was meant: other separators, another case, a letter or two", () => {
    const keys = ["scan-interval", "auto-remove-duplicates", "detection"];
    assert.equal(nearestName("scan_interval", keys), "scan-interval");
    assert.equal(nearestName("Auto-Remove-Duplicate", keys), "auto-remove-duplicates");
    assert.equal(nearestName("detecton", keys), "detection");
  });

  it("is none where nothing is near, and short names must be nearer", () => {
    assert.equal(nearestName("colour", ["detection", "language"]), undefined);
    assert.equal(nearestName("at", ["on", "it"]), undefined);
    assert.equal(didYouMean("GIV", ["GIVE", "JOIN"]), ' (did you mean "GIVE"?)');
    assert.equal(didYouMean("SHOP", ["GIVE", "JOIN"]), "");
  });
});
