import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MUTANTS } from "../../simulator/detectors/mutants.ts";
import { measure } from "../../simulator/measure.ts";
import { PRESETS } from "../../simulator/presets.ts";

/** A seed on which each flaw has its opportunity within few acts. */
const SEED = 28;
const ACTS = 2500;
/** These detectors have no store that could be away: everything must be in time. */
const NO_STORE = { storeAwayEveryTicks: 0 };

describe("the bench tells a careful detector from one with a flaw", () => {
  for (const [name, { preset, knobs }] of Object.entries(MUTANTS)) {
    it(`${name} loses points on ${preset}`, async () => {
      const options = { knobs: { ...PRESETS[preset], ...knobs, ...NO_STORE }, seed: SEED, acts: ACTS };
      const [mutant] = await measure({ ...options, detectors: [name] });
      assert.ok(mutant!.result.score < 100, `it scored ${mutant!.result.score}`);
    });
  }

  it("the careful detector loses none under the same conditions, also when it removes", async () => {
    const conditions = new Map(
      Object.values(MUTANTS).map(({ preset, knobs }) => [JSON.stringify([preset, knobs]), { preset, knobs }]),
    );
    for (const { preset, knobs } of conditions.values()) {
      const [careful] = await measure({
        knobs: { ...PRESETS[preset], ...knobs, ...NO_STORE },
        seed: SEED,
        acts: ACTS,
        detectors: ["careful"],
      });
      assert.deepEqual(careful!.report.complaints, []);
      assert.equal(careful!.result.score, 100);
    }
  });
});
