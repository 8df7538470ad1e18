import type { Lineage } from "./lineage.ts";

/** A step after which there are more items than before, without a sanctioned cause. */
export interface DuplicationEvent {
  readonly number: number;
  readonly family: string;
  readonly tick: number;
  /** Every id that it copied: one trick on a full box is one event. Empty for a surplus. */
  readonly lineages: readonly Lineage[];
  /** `surplus`: no two items share an id (evidence of kind MB or CT alone); it is reported apart. */
  readonly evidence: "copies" | "surplus";
  /** How it was done, for the trace. */
  readonly how: string;
  /** The first tick end in `D+`, and the first touch from then on, of the run that made it due; -1 before. */
  observedTick: number;
  touchedTick: number;
  /** The tick end at which it became due; -1 while it is not. */
  dueTick: number;
  /** The last tick end at which a detection is in time. */
  deadlineTick: number;
}
