import type { Knobs } from "../knobs.ts";
import { PRESETS } from "../presets.ts";

/** The settings of a run with several servers, beyond the settings of each server. */
export interface NetworkKnobs {
  readonly servers: number;
  /** Players who go from server to server. */
  readonly travellers: number;
  /** A traveller sets out every so many ticks, on average. */
  readonly journeyEveryTicks: number;
  readonly exploitEveryTicks: number;
  /** The share of exploits whose final fault does not happen. */
  readonly twinShare: number;
  /** How many ticks a message to the database takes at most, one way; and the share of questions that are lost or whose answers are. */
  readonly maxDelayTicks: number;
  readonly lost: number;
  /** How often a server is cut off from the database, and for how long at most; 0 never. */
  readonly cutEveryTicks: number;
  readonly maxCutTicks: number;
  readonly crashEveryTicks: number;
  readonly tornShare: number;
  readonly stopEveryTicks: number;
  readonly maxDownTicks: number;
  /** How far apart the wall clocks are at most. */
  readonly clockSpreadMs: number;
  /** The settings of each server. */
  readonly world: Knobs;
}

export const NETWORK: NetworkKnobs = {
  servers: 3,
  travellers: 15,
  journeyEveryTicks: 600,
  exploitEveryTicks: 100,
  twinShare: 0.3,
  maxDelayTicks: 3,
  lost: 0.01,
  cutEveryTicks: 2500,
  maxCutTicks: 500,
  crashEveryTicks: 3000,
  tornShare: 0.4,
  stopEveryTicks: 4000,
  maxDownTicks: 300,
  clockSpreadMs: 60_000,
  world: {
    ...PRESETS.busy,
    players: 6,
    spareAccounts: 2,
    worldSide: 6,
    actsPerTick: 2,
    exploitsPerThousand: 0,
    lookAlikesPerThousand: 1,
    detectorRestartEveryTicks: 0,
    slowShare: 0,
    saveEveryTicks: 600,
    // Only says that there are saves. `crashEveryTicks` above says when servers die.
    crashEveryTicks: 1,
  },
};
