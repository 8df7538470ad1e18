import type { Knobs } from "../knobs.ts";
import { PRESETS } from "../presets.ts";

/** What can be set about a run of several servers, beside what can be set about each of them. */
export interface NetworkKnobs {
  readonly servers: number;
  /** Players who go from server to server. */
  readonly travellers: number;
  /** Of one traveller: a journey every so many ticks, on average. */
  readonly journeyEveryTicks: number;
  readonly exploitEveryTicks: number;
  /** Exploits whose final fault does not happen. */
  readonly twinShare: number;
  /** Ticks that a message to the database takes, one way; and the share of questions that get lost, or whose answers do. */
  readonly maxDelayTicks: number;
  readonly lost: number;
  /** One server is cut off from the database every so many ticks, for so long; 0 never. */
  readonly cutEveryTicks: number;
  readonly maxCutTicks: number;
  readonly crashEveryTicks: number;
  readonly tornShare: number;
  readonly stopEveryTicks: number;
  readonly maxDownTicks: number;
  /** Wall clocks are up to so much apart. */
  readonly clockSpreadMs: number;
  /** What each server is like. */
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
    // Only says that there are saves: when servers die is said above.
    crashEveryTicks: 1,
  },
};
