import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { measure } from "../../simulator/measure.ts";
import { PRESETS, type PresetName } from "../../simulator/presets.ts";
import { seedsWith } from "../support/seed.ts";

const FIXED_SEED = 7;
const SEEDS = seedsWith(FIXED_SEED);
const ACTS = 1200;

describe(`every preset on seeds ${SEEDS.join(", ")}`, () => {
  for (const preset of Object.keys(PRESETS) as PresetName[]) {
    for (const seed of SEEDS) {
      it(`${preset}, seed ${seed}`, async (test) => {
        const measurements = await measure({
          knobs: PRESETS[preset],
          seed,
          acts: ACTS,
          detectors: ["oracle", "careful", "doubletake"],
        });
        for (const { detector, result, report } of measurements) {
          test.diagnostic(`${preset} ${seed} ${detector}: score ${result.score}, hash ${report.hash}`);
          for (const complaint of report.complaints.slice(0, 10)) test.diagnostic(`  ${complaint}`);
        }
        const [oracle, careful, doubletake] = measurements;
        assert.equal(oracle!.result.score, 100, "the scale must go up to 100");
        assert.equal(careful!.result.score, 100, "a careful detector must be able to get there");
        assert.equal(doubletake!.result.score, 100, "and Doubletake does");
      });
    }
  }
});
