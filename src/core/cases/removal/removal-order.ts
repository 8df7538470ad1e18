import { type Copy, slotsInside } from "../../looking/look.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { QuarantinedItem } from "../../store.ts";
import { readItemId } from "../../tagging/item-tag.ts";

/** An id whose extra copies are to go. */
export interface RemovalWish {
  readonly caseNumber: number;
  /** The copies on record. Those that are no longer there are looked for. */
  readonly seen: readonly SeenCopy[];
  /** Staff asked for it, and have seen what there is to see. */
  readonly isByStaff: boolean;
}

/** A copy that is on record in quarantine as `taking`, and may be taken out at the next tick end. */
export interface RemovalOrder {
  readonly copy: Copy;
  readonly count: number;
  readonly wish: RemovalWish;
  /** True if another server has the copy that stays: the last copy here may go. */
  readonly isKept: boolean;
  /** The copy that stays here, and who had it when that was decided. Absent if another server has it. */
  readonly kept?: Pick<SeenCopy, "place" | "holderId">;
  readonly entry: QuarantinedItem;
}

/** How many boxes a copy lies in. */
export function depthOf({ copy }: RemovalOrder): number {
  return slotsInside(copy).length;
}

/** True if the copy is neither a box nor in one: what becomes of it concerns no other item. */
export function isPlain({ slot, outerSlot, item }: Copy): boolean {
  return slot === outerSlot && item.contents() === undefined;
}

/** The id of the outermost box around a copy; empty when it lies open. */
export function outerIdOf({ slot, outer, outerSlot }: Copy): string {
  return slot === outerSlot ? "" : (readItemId(outer) ?? "");
}
