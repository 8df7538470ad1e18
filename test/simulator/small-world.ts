import type { Knobs } from "../../simulator/knobs.ts";
import { PRESETS } from "../../simulator/presets.ts";
import { type RunOptions, type RunParts, type RunReport, run } from "../../simulator/run.ts";
import { ROUNDS } from "../support/rounds.ts";

/** A quiet little world where only free play happens by itself. Saves are on, so that scenarios can crash it. */
const SMALL_WORLD: Knobs = {
  ...PRESETS.calm,
  players: 6,
  spareAccounts: 2,
  worldSide: 5,
  actsPerTick: 1,
  lookAlikesPerThousand: 0,
  crashEveryTicks: 1_000_000_000,
  saveEveryTicks: 0,
};

/** Enough for a scenario to be played four times; six times in the full run. */
const ACTS = ROUNDS > 1 ? 2400 : 1600;

/** Plays one scenario in the little world, a few times. */
export async function playOne(
  id: string,
  isFaulty: boolean,
  options: Partial<RunOptions> = {},
): Promise<{ report: RunReport; parts: RunParts }> {
  let parts: RunParts | undefined;
  const report = await run({
    knobs: SMALL_WORLD,
    seed: 3,
    acts: ACTS,
    detector: "careful",
    ...options,
    onReady: (ready) => {
      parts = ready;
    },
    onTickEnd: () => {
      if (parts!.truth.tick % 400 === 5) parts!.scenarioRunner.play(id, isFaulty);
    },
  });
  return { report, parts: parts! };
}
