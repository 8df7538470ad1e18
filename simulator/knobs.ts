import type { Action } from "../src/core/index.ts";

/** Everything that can be set about a run. Shares and rates are probabilities; `perThousand` means per 1,000 acts. */
export interface Knobs {
  readonly players: number;
  /** Accounts beyond the players who are online; they come and go. */
  readonly spareAccounts: number;
  /** The world is a square of this many chunks a side. */
  readonly worldSide: number;
  readonly containersPerChunk: number;
  readonly itemsPerPlayer: number;
  readonly itemsPerContainer: number;
  readonly boxShare: number;
  readonly nestingDepth: number;
  readonly stackableShare: number;
  readonly actsPerTick: number;
  readonly exploitsPerThousand: number;
  readonly lookAlikesPerThousand: number;
  /** How much more often some scenarios are played: 1 for scenarios that are not named, 0 switches a scenario off. */
  readonly scenarioWeights: Readonly<Record<string, number>>;
  /** The share of exploits whose final fault does not happen. */
  readonly twinShare: number;
  readonly viewRadius: number;
  readonly unloadAfterTicks: number;
  readonly events: EventFaults;
  readonly crashEveryTicks: number;
  readonly tornShare: number;
  readonly cleanStopEveryTicks: number;
  readonly detectorRestartEveryTicks: number;
  readonly saveEveryTicks: number;
  readonly clockStepEveryTicks: number;
  /** How often the players leave and `nightMs` pass; 0 never. */
  readonly nightEveryTicks: number;
  readonly nightMs: number;
  /** The share of time in which a tick takes up to 200 ms: 5 to 20 ticks a second. */
  readonly slowShare: number;
  readonly graceMs: number;
  readonly scanTicks: number;
  readonly sweepTicks: number;
  /** About how often the detector's store is away for up to a minute. It is also late now and then. 0 never. */
  readonly storeAwayEveryTicks: number;
  /** Players deal with stackable goods, which have a ledger, instead of with items that carry ids. */
  readonly goods?: { readonly hopperLines: number; readonly farms: number };
  readonly isRemoving: boolean;
  readonly keepsOldest: boolean;
}

export interface EventFaults {
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
  readonly maxLateTicks: number;
  readonly reordered: number;
  /** Faults and calm take turns, each for so many ticks. Absent: there are always faults. */
  readonly everyTicks?: number;
  /** The only events that the platform reports. Absent: it reports all. */
  readonly only?: ReadonlySet<EventName>;
}

/** An event's name in masks: its action, or that a chunk loads or unloads. */
export type EventName = Action | "CHUNK_LOAD" | "CHUNK_UNLOAD";

export const NO_EVENT_FAULTS: EventFaults = { lost: 0, doubled: 0, late: 0, maxLateTicks: 1, reordered: 0 };

export const TICK_MS = 50;
