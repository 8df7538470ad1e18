import { tangible } from "../detection/evidence.ts";
import type { LastActors } from "../detection/last-actors.ts";
import type { Copy } from "../detection/look.ts";
import { NIL_UUID } from "../nil-uuid.ts";
import { type PlaceKey, recordOf } from "../place.ts";
import type { Store } from "../store.ts";

/** The copy that stays, and what goes: whole stacks, and what a kept stack has above 1. */
export interface RemovalPlan {
  readonly kept: Copy;
  readonly removed: readonly { readonly copy: Copy; readonly count: number }[];
  /** True when extra copies stay because they must. */
  readonly isHeldBack: boolean;
}

/**
 * Which copy stays. `copies` are in the order in which they turned up. With `keepOldest` it is the one whose holder has the
 * earliest transfer of the id, on a tie the one at the earliest known place; without, the one at the last known place.
 * Copies that must not go (`isProtected`) stay before all others, and are never removed.
 */
export async function planRemoval(
  copies: readonly Copy[],
  keepOldest: boolean,
  store: Store,
  actors: LastActors,
  isProtected: (copy: Copy) => boolean,
): Promise<RemovalPlan> {
  // A window whose block is gone ends when it is closed, and what is in it with it: no copy is left to that.
  const real = tangible(copies);
  const mustStay = real.filter(isProtected);
  const candidates = mustStay.length > 0 ? mustStay : real;
  const kept = keepOldest ? await oldest(candidates, store, actors) : candidates[0]!;
  return plan(real, kept, mustStay);
}

/** Exactly one item survives, but for those that must stay. Views of the record that keeps it are left alone. */
function plan(copies: readonly Copy[], kept: Copy, mustStay: readonly Copy[]): RemovalPlan {
  const record = recordOf(kept.place);
  const removed = copies.flatMap((copy) => {
    if (copy === kept) return copy.item.count > 1 ? [{ copy, count: copy.item.count - 1 }] : [];
    const isOtherViewOfKept = copy.place !== kept.place && recordOf(copy.place) === record;
    return isOtherViewOfKept || mustStay.includes(copy) ? [] : [{ copy, count: copy.item.count }];
  });
  return { kept, removed, isHeldBack: mustStay.some((copy) => copy !== kept) };
}

async function oldest(copies: readonly Copy[], store: Store, actors: LastActors): Promise<Copy> {
  const sinceByPlace = new Map<PlaceKey, number>();
  for (const { itemId, place } of copies) {
    if (sinceByPlace.has(place)) continue;
    const { id } = actors.holderOf(itemId, place);
    const since = id === NIL_UUID ? null : await store.getEarliestTransferTs(itemId, id);
    sinceByPlace.set(place, since ?? Number.POSITIVE_INFINITY);
  }
  // Only something earlier takes the place of a copy that turned up before.
  return copies.reduce((best, copy) => (sinceByPlace.get(copy.place)! < sinceByPlace.get(best.place)! ? copy : best));
}
