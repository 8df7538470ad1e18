import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { severityOf, stepOf } from "./excess.ts";

test("an excess is MEDIUM from the threshold on, HIGH from twice and CRITICAL from four times as much", () => {
  const cases = [
    [10, "MEDIUM"],
    [19, "MEDIUM"],
    [20, "HIGH"],
    [39, "HIGH"],
    [40, "CRITICAL"],
    [4000, "CRITICAL"],
  ] as const;
  for (const [excess, severity] of cases) assert.equal(severityOf(excess, 10), severity, String(excess));
});

test("each doubling of an excess is one step, and below the threshold there is none", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 1_000_000 }), (threshold, excess) => {
      const step = stepOf(excess, threshold);
      if (excess < threshold) assert.equal(step, 0);
      else {
        assert.ok(threshold * 2 ** (step - 1) <= excess);
        assert.ok(excess < threshold * 2 ** step);
      }
    }),
  );
});
