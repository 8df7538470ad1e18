import { type PlaceKey, recordOf } from "../../src/core/index.ts";

/** A player's own slots are one record over all servers of a network. */
const OWN_ELSEWHERE = /^server:[^/]*\/(?=player:|ender:)/;

/**
 * How many items these copies of one id are. Sessions of one account that are served at the same time are views of one
 * record: an item that two of them show counts once, until one of them puts it elsewhere.
 */
export function countRecords(copies: readonly { readonly place: PlaceKey; readonly count: number }[]): number {
  if (copies.every(({ place }) => !place.includes("#") && !OWN_ELSEWHERE.test(place)))
    return copies.reduce((sum, { count }) => sum + count, 0);
  const byPlace = new Map<PlaceKey, number>();
  for (const { place, count } of copies) byPlace.set(place, (byPlace.get(place) ?? 0) + count);
  const byRecord = new Map<PlaceKey, number>();
  for (const [place, count] of byPlace) {
    const record = recordOf(place.replace(OWN_ELSEWHERE, ""));
    byRecord.set(record, Math.max(byRecord.get(record) ?? 0, count));
  }
  return [...byRecord.values()].reduce((sum, count) => sum + count, 0);
}

/** True if both places are views of one record: all sessions of an account share one. */
export function isSameRecord(one: PlaceKey, other: PlaceKey): boolean {
  return recordOf(one) === recordOf(other);
}
