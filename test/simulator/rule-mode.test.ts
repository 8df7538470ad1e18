import assert from "node:assert/strict";
import { test } from "node:test";
import { PRESETS } from "../../simulator/presets.ts";
import { run } from "../../simulator/run.ts";

const knobs = { ...PRESETS.anarchy, isRemoving: true };
const runWith = (detector: string) => run({ knobs, seed: 7, acts: 1500, detector });

test("the bare rule removes whatever it hits, and the simulated world stays sound", async () => {
  const { tally } = await runWith("rule");
  assert.ok(tally.removals > 100);
  assert.ok(tally.wrongful > 100);
});

test("a hit of the rule names no place that was looked at, so its case lacks no copy", async () => {
  const { tally } = await runWith("doubletake-rule");
  assert.ok(tally.hard > 100);
  assert.equal(tally.lostEvidence, 0);
});
