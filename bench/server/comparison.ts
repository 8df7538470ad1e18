import type { Disturbed } from "../machine/least-disturbed.ts";
import { round } from "../store/percentiles.ts";
import type { Memory } from "./memory.ts";
import type { MeteredRun, Shares } from "./server-meter.ts";

/** One run, as it is reported. */
export interface Run extends Disturbed, MeteredRun, Memory {
  readonly actionsPerSecond: Readonly<Record<string, number>>;
  /** Present in runs with Doubletake. */
  readonly doubletake?: DoubletakeRun;
}

export interface DoubletakeRun extends Shares, Disturbed {
  /** Rows in the store at the end. */
  readonly transfers: number;
  readonly items: number;
  /** Should be 0, because nobody cheats. */
  readonly cases: number;
}

type Pair = readonly [Run, Run];

/** The p99 of a tick may be this much above that of the worse run without Doubletake. */
const P99_ALLOWANCE_MS = 1;
const MAX_SHARE_PERCENT = 2;

/** Compares two runs without and two runs with Doubletake, of `seconds` each, and says whether the targets were met. */
export function compare(without: Pair, guarded: Pair, seconds: number): Record<string, unknown> {
  const tps = { without: mean(without, "tps"), with: mean(guarded, "tps") };
  // A count of ticks is exact to one tick, so two counts that differ by less are equal.
  const tpsSpread = Math.max(difference(without, "tps"), round(1 / seconds));
  const tickP99Ms = { without: worst(without, "tickP99Ms"), with: worst(guarded, "tickP99Ms") };
  const share = Math.max(...guarded.map(({ doubletake }) => doubletake?.share ?? 0));
  const targets = {
    tpsEqualWithinSpread: round(tps.without - tps.with) <= tpsSpread,
    p99AtMost1MsAbove: round(tickP99Ms.with - tickP99Ms.without) <= P99_ALLOWANCE_MS,
    shareUnder2Percent: share < MAX_SHARE_PERCENT,
  };
  return {
    tps,
    tickP99Ms,
    longestTickMs: { without: worst(without, "longestTickMs"), with: worst(guarded, "longestTickMs") },
    spread: {
      tps: tpsSpread,
      tickP99Ms: difference(without, "tickP99Ms"),
      longestTickMs: difference(without, "longestTickMs"),
      rssMb: difference(without, "rssMb"),
    },
    share,
    memoryAddedMb: {
      heapAndExternal: added(without, guarded, "heapAndExternalMb"),
      rss: added(without, guarded, "rssMb"),
    },
    targets: { ...targets, allMet: Object.values(targets).every(Boolean) },
    without,
    with: guarded,
  };
}

type Figure = "tps" | "tickP99Ms" | "longestTickMs" | "heapAndExternalMb" | "rssMb";

function mean(runs: Pair, figure: Figure): number {
  return round((runs[0][figure] + runs[1][figure]) / 2);
}

function worst(runs: Pair, figure: Figure): number {
  return Math.max(runs[0][figure], runs[1][figure]);
}

function difference(runs: Pair, figure: Figure): number {
  return round(Math.abs(runs[0][figure] - runs[1][figure]));
}

function added(without: Pair, guarded: Pair, figure: Figure): number {
  return round(mean(guarded, figure) - mean(without, figure));
}
