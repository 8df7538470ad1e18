import assert from "node:assert/strict";
import { it } from "node:test";
import type { Knobs } from "../../simulator/knobs.ts";
import { PRESETS } from "../../simulator/presets.ts";
import { run } from "../../simulator/run.ts";

const ACTS = 2000;
const hashes = (knobs: Knobs, seed: number, detector: string) => run({ knobs, seed, acts: ACTS, detector });

it("the same seed gives the same stream and the same truth, whoever watches", async () => {
  const first = await hashes(PRESETS.crashy, 11, "oracle");
  for (const detector of ["oracle", "rule", "careful", "doubletake"]) {
    assert.equal((await hashes(PRESETS.crashy, 11, detector)).hash, first.hash, detector);
  }
});

it("another seed gives another world", async () => {
  const one = await hashes(PRESETS.busy, 1, "oracle");
  const two = await hashes(PRESETS.busy, 2, "oracle");
  assert.notEqual(one.truthHash, two.truthHash);
  assert.notEqual(one.streamHash, two.streamHash);
});

it("what is lost on the way to the detector does not change what is true", async () => {
  const honest = await hashes({ ...PRESETS.liar, events: PRESETS.busy.events }, 4, "oracle");
  const liar = await hashes(PRESETS.liar, 4, "oracle");
  const mute = await hashes({ ...PRESETS.liar, events: PRESETS.mute.events }, 4, "oracle");
  assert.equal(liar.truthHash, honest.truthHash);
  assert.equal(mute.truthHash, honest.truthHash);
  assert.notEqual(liar.streamHash, honest.streamHash);
});

it("a detector that removes changes the truth, one that does not leaves it alone", async () => {
  const knobs = { ...PRESETS.anarchy, isRemoving: true };
  const removing = await hashes(knobs, 5, "careful");
  const watching = await hashes(knobs, 5, "oracle");
  assert.ok(removing.tally.removals > 0);
  assert.notEqual(removing.truthHash, watching.truthHash);
});
