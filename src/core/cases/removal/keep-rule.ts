import type { Holders } from "../../judging/custody/holders.ts";
import { tangible } from "../../judging/evidence.ts";
import type { Copy } from "../../looking/look.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { ownerOfPlace, type PlaceKey, placeKind, recordOf } from "../../model/place.ts";
import type { Store } from "../../store.ts";

/** Why extra copies stay for now. */
const HOLD_REASONS = ["unknown-first", "unique-contents", "cannot-remove", "switched-off"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export function isHoldReason(text: string): text is HoldReason {
  return (HOLD_REASONS as readonly string[]).includes(text);
}

/** The copy that stays, and what goes: whole stacks, and what a kept stack has above 1. */
interface RemovalPlan {
  readonly removed: readonly { readonly copy: Copy; readonly count: number }[];
  /** Set when extra copies stay because they must. */
  readonly heldBack?: HoldReason;
}

/** What the plan depends on beside the copies. */
interface KeepRule {
  readonly keepsOldest: boolean;
  /** Staff asked for it: when nobody can say which copy was there first, the one that was seen first stays. */
  readonly isOrdered: boolean;
  /** True when it is known which of the copies was there first. */
  readonly isFirstKnown: boolean;
  readonly store: Store;
  readonly holders: Holders;
  /** Copies that must not go, since something unique is in them: they stay as well, and decide nothing about the others. */
  isProtected(copy: Copy): boolean;
}

/**
 * Which copy stays. `copies` are in the order in which they were there. With `keepsOldest` it is the one whose holder has the
 * earliest transfer of the id, on a tie the one at the earliest known place; without, the one whose custody is unbroken.
 */
export async function planRemoval(copies: readonly Copy[], rule: KeepRule): Promise<RemovalPlan> {
  // A window whose block is gone ends when it is closed, and what is in it with it: no copy is left to that.
  const real = tangible(copies);
  const mustStay = real.filter((copy) => rule.isProtected(copy));
  const isDecided = rule.keepsOldest || rule.isFirstKnown || rule.isOrdered || hasOneOwner(real);
  if (!isDecided) return { removed: [], heldBack: "unknown-first" };
  const kept = rule.keepsOldest ? await oldest(real, rule.store, rule.holders) : real[0]!;
  return plan(real, kept, mustStay);
}

/**
 * Whichever goes, one is left in the same place, or in what is the same player's own. Who put a copy into a chest last is not enough: it
 * may have been sold that way. What lies on the ground of a chunk lies there for whoever is nearest, and a box goes with whoever takes it.
 */
function hasOneOwner([first, ...others]: readonly Copy[]): boolean {
  if (first === undefined) return false;
  const owner = ownerOfPlace(first.place);
  if (owner !== undefined) return others.every(({ place }) => ownerOfPlace(place) === owner);
  const isBeside = ({ place, boxId }: Copy) => recordOf(place) === recordOf(first.place) && boxId === first.boxId;
  return placeKind(first.place) !== "ground" && others.every(isBeside);
}

/** Exactly one item survives, but for those that must stay. Views of the record that keeps it are left alone. */
function plan(copies: readonly Copy[], kept: Copy, mustStay: readonly Copy[]): RemovalPlan {
  const record = recordOf(kept.place);
  const removed = copies.flatMap((copy) => {
    if (copy === kept) return copy.item.count > 1 ? [{ copy, count: copy.item.count - 1 }] : [];
    const isOtherViewOfKept = copy.place !== kept.place && recordOf(copy.place) === record;
    return isOtherViewOfKept || mustStay.includes(copy) ? [] : [{ copy, count: copy.item.count }];
  });
  return mustStay.some((copy) => copy !== kept) ? { removed, heldBack: "unique-contents" } : { removed };
}

async function oldest(copies: readonly Copy[], store: Store, holders: Holders): Promise<Copy> {
  const sinceByPlace = new Map<PlaceKey, number>();
  for (const { itemId, place } of copies) {
    if (sinceByPlace.has(place)) continue;
    const { id } = holders.holderOf(itemId, place);
    const since = id === NIL_UUID ? null : await store.getEarliestTransferTs(itemId, id);
    sinceByPlace.set(place, since ?? Number.POSITIVE_INFINITY);
  }
  // Only something earlier takes the place of a copy that turned up before.
  return copies.reduce((best, copy) => (sinceByPlace.get(copy.place)! < sinceByPlace.get(best.place)! ? copy : best));
}
