import { accountPlace, type PlaceKey } from "../../src/core/index.ts";

/** A player's own slots are one place over all servers of a network. */
const OWN_ELSEWHERE = /^server:[^/]*\/(?=player:|ender:)/;

/**
 * How many items these copies of one id are. Sessions of one account that are served at the same time show one
 * inventory: an item that two of them show counts once, until one of them puts it elsewhere.
 */
export function countItems(copies: readonly { readonly place: PlaceKey; readonly count: number }[]): number {
  if (copies.every(({ place }) => !place.includes("#") && !OWN_ELSEWHERE.test(place)))
    return copies.reduce((sum, { count }) => sum + count, 0);
  const byPlace = new Map<PlaceKey, number>();
  for (const { place, count } of copies) byPlace.set(place, (byPlace.get(place) ?? 0) + count);
  const byAccount = new Map<PlaceKey, number>();
  for (const [place, count] of byPlace) {
    const account = accountPlace(place.replace(OWN_ELSEWHERE, ""));
    byAccount.set(account, Math.max(byAccount.get(account) ?? 0, count));
  }
  return [...byAccount.values()].reduce((sum, count) => sum + count, 0);
}

/** True if both places belong to one account: all its sessions show one inventory. */
export function isSameAccount(one: PlaceKey, other: PlaceKey): boolean {
  return accountPlace(one) === accountPlace(other);
}
