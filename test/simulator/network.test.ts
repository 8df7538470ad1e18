import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NETWORK } from "../../simulator/network/knobs.ts";
import { runNetwork } from "../../simulator/network/run.ts";

const ACTS = 6000;

describe("several simulated servers on one database", () => {
  it("one seed is one run", async () => {
    const [first, second] = [await run(5), await run(5)];
    assert.equal(first.hash, second.hash);
    assert.deepEqual(first.verdicts, second.verdicts);
  });

  it("nothing happens that must never happen", async () => {
    const { broken } = await run(6);
    assert.deepEqual(broken, []);
  });

  function run(seed: number) {
    return runNetwork({ knobs: NETWORK, seed, acts: ACTS });
  }
});
