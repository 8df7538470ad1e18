import type { EventFaults } from "../knobs.ts";

/** Everything that can be set about a run with goods. */
export interface GoodsKnobs {
  readonly players: number;
  /** The world is a square of this many chunks a side. */
  readonly worldSide: number;
  readonly chestsPerChunk: number;
  readonly hopperLines: number;
  /** Chests into which something comes that was never seen before. */
  readonly farms: number;
  readonly actsPerTick: number;
  /** Chance that a tick begins an exploit. */
  readonly exploitsPerTick: number;
  /** Which exploits; all of them when left out. */
  readonly kinds?: readonly string[] | undefined;
  readonly saveEveryTicks: number;
  readonly crashEveryTicks: number;
  readonly stopEveryTicks: number;
  /** The weather changes every so many ticks between no faults and these. */
  readonly weatherTicks: number;
  readonly faults: EventFaults;
  readonly scanTicks: number;
}

export const GOODS_KNOBS: GoodsKnobs = {
  players: 16,
  worldSide: 8,
  chestsPerChunk: 2,
  hopperLines: 3,
  farms: 4,
  actsPerTick: 4,
  exploitsPerTick: 0.01,
  saveEveryTicks: 700,
  crashEveryTicks: 23_000,
  stopEveryTicks: 9_000,
  weatherTicks: 3000,
  faults: { lost: 0.02, doubled: 0.02, late: 0.02, maxLateTicks: 10, reordered: 0.05 },
  scanTicks: 200,
};
