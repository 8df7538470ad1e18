import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NETWORK } from "../../simulator/network/knobs.ts";
import { NETWORK_MUTANTS } from "../../simulator/network/mutants.ts";
import { type NetworkRunOptions, runNetwork } from "../../simulator/network/run.ts";
import { resultOf } from "../../simulator/scoring/result.ts";
import { MemoryStore } from "../../src/testing/memory-store.ts";

const ACTS = 6000;
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

  it("one seed is one run, and what is said of it does not depend on what the clocks show", async () => {
    const [first, second] = [await run(5), await run(5, { clockOffsets: [45_000, -20_000, 300] })];
    assert.equal(first.hash, second.hash);
    assert.deepEqual(first.verdicts, second.verdicts);
  });

  it("a server that stopped, and never had any of the items, changes nothing", async () => {
    const first = await run(5);
    const second = await run(5, {
      onReady: (_servers, _truth, database) => new MemoryStore({ serverName: "idle", database }).crash(),
    });
    assert.deepEqual(first.verdicts, second.verdicts);
  });

  for (const name of ["both-remove", "believed-join"]) {
    it(`a protocol with one part left out loses: ${name}`, async () => {
      const { broken, tally } = await run(5, {
        acts: 12_000,
        mutant: NETWORK_MUTANTS.find((mutant) => mutant.name === name),
      });
      const { hardFalseAlarms, wrongfulRemovals } = resultOf(tally);
      assert.ok(broken.length + hardFalseAlarms + wrongfulRemovals > 0);
    });
  }

  function run(seed: number, options: Partial<NetworkRunOptions> = {}) {
    return runNetwork({ knobs: REMOVING, seed, acts: ACTS, ...options });
  }
});
