import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brokenByClocks, brokenByIdleServer } from "../../simulator/network/compared-runs.ts";
import { NETWORK } from "../../simulator/network/knobs.ts";
import { NETWORK_MUTANTS } from "../../simulator/network/network-mutants.ts";
import { type NetworkRunOptions, runNetwork } from "../../simulator/network/run.ts";
import { resultOf } from "../../simulator/scoring/result.ts";

const ACTS = 6000;
/** Of each server: how many milliseconds its wall clock is off. */
const OTHER_CLOCKS = [45_000, -20_000, 300];
const REMOVING = { ...NETWORK, world: { ...NETWORK.world, isRemoving: true } };

describe("several simulated servers on one database", () => {
  it("nothing is missed, nobody is accused wrongly, and nothing happens that must never happen", async () => {
    const { broken, tally } = await run(5);
    const { misses, hardFalseAlarms, softFalseAlarms, wrongfulRemovals } = resultOf(tally);
    assert.deepEqual(
      { broken, misses, hardFalseAlarms, softFalseAlarms, wrongfulRemovals },
      { broken: [], misses: 0, hardFalseAlarms: 0, softFalseAlarms: 0, wrongfulRemovals: 0 },
    );
  });

  it("a traveller is in one scenario or on one journey at a time, however many begin in one tick", async () => {
    const knobs = { ...REMOVING, exploitEveryTicks: 3, journeyEveryTicks: 3 };
    for (const seed of [1, 3]) assert.ok((await run(seed, { knobs, acts: 2000 })).acts >= 2000);
  });

  it("what was taken is given back at most once, whoever orders it and whichever server dies", async () => {
    const { broken, restored } = await run(505, { acts: 8000 });
    assert.ok(restored.given > 0 && restored.orders > 1);
    assert.deepEqual(broken, []);
  });

  it("one seed is one run, and what is said and taken does not depend on what the clocks show", async () => {
    assert.deepEqual(await brokenByClocks(options(506), OTHER_CLOCKS), []);
  });

  it("a server that dies or stops, and has none of the items, changes nothing", async () => {
    assert.deepEqual(await brokenByIdleServer(options(506)), []);
  });

  it("a protocol that compares wall clocks loses: it takes other copies when the clocks show something else", async () => {
    assert.notDeepEqual(
      await brokenByClocks({ ...options(505), mutant: mutantCalled("wall-clocks") }, OTHER_CLOCKS),
      [],
    );
  });

  // Each on a seed on which that part has its opportunity.
  for (const [name, seed] of [
    ["both-remove", 5],
    ["believed-join", 23],
  ] as const) {
    it(`a protocol with one part left out loses: ${name}`, async () => {
      const { broken, tally } = await run(seed, { acts: 12_000, mutant: mutantCalled(name) });
      const { hardFalseAlarms, wrongfulRemovals } = resultOf(tally);
      assert.ok(broken.length + hardFalseAlarms + wrongfulRemovals > 0);
    });
  }

  function run(seed: number, others: Partial<NetworkRunOptions> = {}) {
    return runNetwork({ ...options(seed), ...others });
  }

  function options(seed: number): NetworkRunOptions {
    return { knobs: REMOVING, seed, acts: ACTS };
  }

  function mutantCalled(name: string) {
    return NETWORK_MUTANTS.find((mutant) => mutant.name === name);
  }
});
