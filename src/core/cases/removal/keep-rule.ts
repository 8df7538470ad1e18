import type { Holders } from "../../judging/custody/holders.ts";
import { withoutLeftoverWindows } from "../../judging/evidence.ts";
import type { Copy } from "../../looking/look.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { accountPlace, ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import type { Store } from "../../store.ts";

/** Why extra copies stay for now. */
const HOLD_REASONS = ["unknown-first", "unique-contents", "cannot-remove", "cannot-keep", "switched-off"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export function isHoldReason(text: string): text is HoldReason {
  return (HOLD_REASONS as readonly string[]).includes(text);
}

/** The copies that go: whole stacks, and what a kept stack has above 1. */
interface RemovalPlan {
  readonly removed: readonly { readonly copy: Copy; readonly count: number }[];
  /** The copy that stays, if it was decided. */
  readonly kept?: Copy;
  /** Set when some extra copies must stay. */
  readonly heldBack?: HoldReason;
}

/** What the plan depends on besides the copies. */
interface KeepRule {
  readonly keepsOldest: boolean;
  /** True if staff asked for the removal: when it is not known which copy was there first, the copy that was seen first stays. */
  readonly isOrdered: boolean;
  /** True when it is known which of the copies was there first. */
  readonly isFirstKnown: boolean;
  readonly store: Store;
  readonly holders: Holders;
  /** True if the copy must stay because something unique is in it. That decides nothing about the other copies. */
  isProtected(copy: Copy): boolean;
}

/**
 * Decides which copy stays. `copies` are in the order in which they were there. With `keepsOldest`, the copy stays whose holder has the
 * earliest transfer of the id; on a tie, the one at the earliest known place. Without it, the copy with unbroken custody stays.
 */
export async function planRemoval(copies: readonly Copy[], rule: KeepRule): Promise<RemovalPlan> {
  // A window whose block is gone ends when it is closed, together with its contents: it must not have the only copy that is left.
  const real = withoutLeftoverWindows(copies);
  const mustStay = real.filter((copy) => rule.isProtected(copy));
  const isDecided = rule.keepsOldest || rule.isFirstKnown || rule.isOrdered || hasOneOwner(real);
  if (!isDecided) return { removed: [], heldBack: "unknown-first" };
  const kept = rule.keepsOldest ? await oldest(real, rule.store, rule.holders) : real[0]!;
  return plan(real, kept, mustStay);
}

/**
 * True if it does not matter which copy goes, because one is left in the same place, or among the same player's own things. A player who
 * put a copy into a chest does not own it for certain: it may have been sold that way. Anybody nearby can take a copy from the ground, and
 * anybody who takes a box takes what is in it.
 */
export function hasOneOwner([first, ...others]: readonly Copy[]): boolean {
  if (first === undefined) return false;
  const owner = ownerOfPlace(first.place);
  if (owner !== undefined) return others.every(({ place }) => ownerOfPlace(place) === owner);
  const isBeside = ({ place, boxId }: Copy) =>
    accountPlace(place) === accountPlace(first.place) && boxId === first.boxId;
  return placeKind(first.place) !== "ground" && others.every(isBeside);
}

/** Leaves exactly one item, apart from those that must stay. Other views of the kept copy's record are left alone. */
function plan(copies: readonly Copy[], kept: Copy, mustStay: readonly Copy[]): RemovalPlan {
  const account = accountPlace(kept.place);
  const removed = copies.flatMap((copy) => {
    if (copy === kept) return copy.item.count > 1 ? [{ copy, count: copy.item.count - 1 }] : [];
    const isOtherViewOfKept = copy.place !== kept.place && accountPlace(copy.place) === account;
    return isOtherViewOfKept || mustStay.includes(copy) ? [] : [{ copy, count: copy.item.count }];
  });
  return mustStay.some((copy) => copy !== kept) ? { removed, kept, heldBack: "unique-contents" } : { removed, kept };
}

async function oldest(copies: readonly Copy[], store: Store, holders: Holders): Promise<Copy> {
  const sinceByPlace = new Map<PlaceKey, number>();
  for (const { itemId, place } of copies) {
    if (sinceByPlace.has(place)) continue;
    const { id } = holders.holderOf(itemId, place);
    const since = id === NIL_UUID ? null : await store.getEarliestTransferTs(itemId, id);
    sinceByPlace.set(place, since ?? Number.POSITIVE_INFINITY);
  }
  // On a tie, the copy that turned up first wins.
  return copies.reduce((best, copy) => (sinceByPlace.get(copy.place)! < sinceByPlace.get(best.place)! ? copy : best));
}
