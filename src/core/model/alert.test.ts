import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ALERT_TYPES, isAtLeast, SEVERITIES } from "./alert.ts";

describe("alerts", () => {
  it("have five types, each with its severity", () => {
    assert.deepEqual(ALERT_TYPES, {
      DUPLICATE_ITEM: "CRITICAL",
      DUPLICATE_SUSPECTED: "HIGH",
      ITEM_RELOCATED: "LOW",
      FORGED_ID: "HIGH",
      BALANCE_DISCREPANCY: "MEDIUM",
    });
  });

  it("rise from LOW over MEDIUM and HIGH to CRITICAL", () => {
    assert.deepEqual(SEVERITIES, ["LOW", "MEDIUM", "HIGH", "CRITICAL"]);
    for (const [at, severity] of SEVERITIES.entries()) {
      for (const [threshold, name] of SEVERITIES.entries()) {
        assert.equal(isAtLeast(severity, name), at >= threshold, `${severity} against ${name}`);
      }
    }
  });
});
