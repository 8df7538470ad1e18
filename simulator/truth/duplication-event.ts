import type { Lineage } from "./lineage.ts";

/** A step after which there are more items than before, without a sanctioned cause. */
export interface DuplicationEvent {
  readonly number: number;
  readonly family: string;
  readonly tick: number;
  /** Every id that it copied: one trick on a full box is one event. Empty for a surplus. */
  readonly lineages: readonly Lineage[];
  /** `surplus`: no two items share an id (the evidence is only of kind MB or CT). It is reported apart. */
  readonly evidence: "copies" | "surplus";
  /** How it was done, for the trace. */
  readonly how: string;
  /** About the run of `D+` that made it due: the first tick end in it, and the first touch since; -1 before. */
  observedTick: number;
  touchedTick: number;
  /** The tick end at which it became due; -1 while it is not. */
  dueTick: number;
  /** The id that made it due. */
  dueLineage?: Lineage;
  /** The last tick end at which a detection is still in time. */
  deadlineTick: number;
  /** What could be seen of it until it was due. */
  readonly visibility: Visibility;
}

/** What could be seen of a duplication. If no detector spoke of it, this says why. */
interface Visibility {
  /** Two of its copies carried one id at some tick end. */
  hadCommonId: boolean;
  /** Two copies with one id were in sight, but were views of one record. */
  wereViews: boolean;
  /** The longest time, in ticks, for which two copies with one id were in sight without a break; -1 if they never were. */
  longestTicks: number;
  /** Two copies with one id are in sight at this tick end. */
  isOpen: boolean;
}
