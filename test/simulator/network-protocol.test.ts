import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NETWORK_MUTANTS } from "../../simulator/network/network-mutants.ts";
import { provenOfOneItem } from "../../simulator/network/one-item.ts";

const SEEDS = 200;

describe("one item that goes to and fro between two servers", () => {
  it("is never proven to be two, whatever the order of moves, looks and restarts", async () => {
    assert.equal(await provenIn(SEEDS), 0);
  });

  for (const name of ["no-token", "no-second-look", "no-epoch-check"]) {
    it(`is by a protocol with one part left out: ${name}`, async () => {
      assert.ok((await provenIn(SEEDS, name)) > 0);
    });
  }

  async function provenIn(seeds: number, name?: string): Promise<number> {
    const mutant = NETWORK_MUTANTS.find((candidate) => candidate.name === name);
    let proven = 0;
    for (let seed = 1; seed <= seeds; seed++) proven += await provenOfOneItem(seed, mutant);
    return proven;
  }
});
