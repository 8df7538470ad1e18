import type { LastActors } from "../detection/last-actors.ts";
import type { Copy } from "../detection/look.ts";
import { type PlaceKey, recordOf } from "../place.ts";
import type { Store } from "../store.ts";

/** The copy that stays, and what goes: whole stacks, and what a kept stack has above 1. */
export interface RemovalPlan {
  readonly kept: Copy;
  readonly removed: readonly { readonly copy: Copy; readonly count: number }[];
}

/**
 * Which copy stays. `copies` are in the order in which they turned up. With `keepOldest` it is the one whose holder has the
 * earliest transfer of the id, on a tie the one at the earliest known place; without, the one at the last known place.
 */
export async function planRemoval(
  copies: readonly Copy[],
  keepOldest: boolean,
  store: Store,
  actors: LastActors,
): Promise<RemovalPlan> {
  const kept = keepOldest ? await oldest(copies, store, actors) : copies[0]!;
  return plan(copies, kept);
}

/** Exactly one item survives. Views of the record that keeps it are left alone. */
export function plan(copies: readonly Copy[], kept: Copy): RemovalPlan {
  const record = recordOf(kept.place);
  const removed = copies.flatMap((copy) => {
    if (copy === kept) return copy.item.count > 1 ? [{ copy, count: copy.item.count - 1 }] : [];
    const isOtherViewOfKept = copy.place !== kept.place && recordOf(copy.place) === record;
    return isOtherViewOfKept ? [] : [{ copy, count: copy.item.count }];
  });
  return { kept, removed };
}

async function oldest(copies: readonly Copy[], store: Store, actors: LastActors): Promise<Copy> {
  const sinceByPlace = new Map<PlaceKey, number>();
  for (const { itemId, place } of copies) {
    if (sinceByPlace.has(place)) continue;
    const since = await store.getEarliestTransferTs(itemId, actors.holderOf(itemId, place).id);
    sinceByPlace.set(place, since ?? Number.POSITIVE_INFINITY);
  }
  // Only something earlier takes the place of a copy that turned up before.
  return copies.reduce((best, copy) => (sinceByPlace.get(copy.place)! < sinceByPlace.get(best.place)! ? copy : best));
}
