import type { Copy } from "../looking/look.ts";
import { formatLocation } from "../model/location.ts";
import { accountPlace, isLeftoverWindow, locationOfPlace, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Holders } from "./custody/holders.ts";

/** A copy as it goes on record. */
export function asEvidence(copy: Copy, holders: Holders, seenMs: number): SeenCopy {
  const holder = holders.holderOf(copy.itemId, copy.place);
  return {
    itemId: copy.itemId,
    place: copy.place,
    slot: copy.slot,
    location: formatLocation(copy.location),
    holderId: holder.id,
    holderName: holder.name,
    count: copy.item.count,
    seenMs,
  };
}

/** The same for a copy that an earlier look found at the place. */
export function asRemembered(itemId: string, place: PlaceKey, holders: Holders, seenMs: number): SeenCopy {
  const at = locationOfPlace(place);
  const { id, name } = holders.holderOf(itemId, place);
  const location = at ? formatLocation(at) : "";
  return { itemId, place, slot: "", location, holderId: id, holderName: name, count: 1, seenMs };
}

/**
 * How many items these copies of one id are. Sessions of one account that are served at the same time show one inventory: an item that
 * both show is one item until one of them puts it elsewhere. A window whose block is gone is such a view too: it shows what fell out of the
 * block. A copy in it is real once it has been taken out.
 */
export function countItems(all: readonly Copy[]): number {
  if (all.length < 2) return all[0]?.item.count ?? 0;
  const copies = withoutLeftoverWindows(all);
  const bySession = new Map<PlaceKey, number>();
  // A client that writes items may write a negative count: it must not make another stack count less.
  for (const { place, item } of copies) bySession.set(place, (bySession.get(place) ?? 0) + Math.max(item.count, 0));
  const byAccount = new Map<PlaceKey, number>();
  for (const [place, count] of bySession) {
    const account = accountPlace(place);
    byAccount.set(account, Math.max(byAccount.get(account) ?? 0, count));
  }
  return [...byAccount.values()].reduce((sum, count) => sum + count, 0);
}

/** The copies outside windows whose block is gone; all copies if they are all in such windows. */
export function withoutLeftoverWindows(copies: readonly Copy[]): readonly Copy[] {
  const outside = copies.filter(({ place }) => !isLeftoverWindow(place));
  return outside.length > 0 ? outside : copies;
}
