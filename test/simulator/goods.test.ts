import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { EXPLOITS } from "../../simulator/goods/exploits/cheaters.ts";
import { GOODS_MUTANTS, withFlaw } from "../../simulator/goods/mutants.ts";
import { runGoods } from "../../simulator/goods/run.ts";
import { isPerfect } from "../../simulator/goods/scoring.ts";
import { seedsWith } from "../support/seed.ts";

const FIXED_SEED = 7;
const SEEDS = seedsWith(FIXED_SEED);
const ACTS = 24_000;
/** Mutants have their opportunity within fewer acts. */
const MUTANT_ACTS = 12_000;
const MUTANT_SEED = 8;
/** Rough weather soon, or nothing but windows that outlive their chests. */
const ROUGH = { weatherTicks: 1000, exploitsPerTick: 0.03, kinds: ["relog", "merge"] };
const WINDOWS = { exploitsPerTick: 0.05, kinds: ["window"] };
const MAIN = new URL("../../simulator/main.ts", import.meta.url).pathname;

describe(`goods that grow, on seeds ${SEEDS.join(", ")}`, () => {
  for (const seed of SEEDS) {
    it(`seed ${seed}: everything above the threshold is told with the right numbers, and nobody honest is accused`, async (test) => {
      const report = await runGoods({ seed, acts: ACTS });
      const { due, covered, latencyTicksP99 } = report.result;
      test.diagnostic(`${seed}: ${due} due, ${covered} covered, p99 ${latencyTicksP99} ticks, hash ${report.hash}`);
      assert.deepEqual(report.errors, []);
      assert.deepEqual(report.complaints, []);
      assert.ok(isPerfect(report.result), JSON.stringify(report.result));
    });
  }

  it("honest play alone raises no alert at all", async () => {
    const report = await runGoods({ seed: FIXED_SEED, acts: MUTANT_ACTS, knobs: { exploitsPerTick: 0 } });
    assert.equal(report.result.due, 0);
    assert.deepEqual(report.complaints, []);
  });

  it("the same seed is the same world, whatever the ledger says of it", async () => {
    const one = await runGoods({ seed: 3, acts: 4000 });
    const other = await runGoods({ seed: 3, acts: 4000, makers: withFlaw("ignores falls") });
    assert.equal(other.hash, one.hash);
    assert.notDeepEqual(other.result, one.result);
    assert.notEqual((await runGoods({ seed: 4, acts: 4000 })).hash, one.hash);
  });
});

describe("the bench tells the ledger from one with a flaw", () => {
  for (const mutant of GOODS_MUTANTS) {
    it(mutant, async () => {
      const knobs = mutant === "counts a view" ? WINDOWS : ROUGH;
      const report = await runGoods({ seed: MUTANT_SEED, acts: MUTANT_ACTS, knobs, makers: withFlaw(mutant) });
      assert.ok(!isPerfect(report.result), `it was perfect: ${JSON.stringify(report.result)}`);
    });
  }

  for (const [name, knobs] of Object.entries({ ROUGH, WINDOWS })) {
    it(`which is perfect in the same world (${name})`, async () => {
      const { complaints, result } = await runGoods({ seed: MUTANT_SEED, acts: MUTANT_ACTS, knobs });
      assert.deepEqual(complaints, []);
      assert.ok(isPerfect(result), JSON.stringify(result));
    });
  }
});

it("npm run sim -- --goods prints its figures under `goods`, beside the fields of every run", () => {
  const args = [MAIN, "--goods", "--seed", "7", "--acts", "1000", "--json"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const report = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as Record<string, unknown>;
  assert.deepEqual(Object.keys(report), ["seed", "acts", "hash", "detectors", "goods"]);
  assert.equal((report.goods as { acts: number }).acts, 1000);
  const refused = spawnSync(process.execPath, [MAIN, "--goods", "--full"], { encoding: "utf8" });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /--goods is a run of its own/);
});

it("every way in which goods grow has a name of its own", () => {
  assert.equal(new Set(EXPLOITS.map(({ kind }) => kind)).size, EXPLOITS.length);
});
