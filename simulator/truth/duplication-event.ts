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
  /** The id that made it due. */
  dueLineage?: Lineage;
  /** The last tick end at which a detection is in time. */
  deadlineTick: number;
  /** What could be seen of it, until it was due. */
  readonly visibility: Visibility;
}

/** What could be seen of a duplication: why nobody spoke of it, when nobody did. */
export interface Visibility {
  /** Two of its copies carried one id at some tick end. */
  hadCommonId: boolean;
  /** Two with one id were in sight, and were views of one record. */
  wereViews: boolean;
  /** For how many ticks at most two with one id were in sight without a break; -1 when they never were. */
  longestTicks: number;
  /** Two with one id are in sight at this tick end. */
  isOpen: boolean;
}
