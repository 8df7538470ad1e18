import assert from "node:assert/strict";
import { it } from "node:test";
import { PRESETS } from "../../simulator/presets.ts";
import { run } from "../../simulator/run.ts";

it("what is proven while the store is away is told later with what the proof saw, not with what was found since", async () => {
  const knobs = { ...PRESETS.mute, isRemoving: true };
  const { complaints } = await run({ knobs, seed: 5004, acts: 8600, detector: "doubletake" });
  assert.deepEqual(complaints, []);
});
