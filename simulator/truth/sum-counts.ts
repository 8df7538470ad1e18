import type { Slots } from "../world/slots.ts";

interface Counted {
  readonly root: Slots;
  readonly count: number;
}

/** How many items these are. What two sessions have counts twice, because each session can do something with it. */
export function sumCounts(copies: readonly Counted[]): number {
  return copies.reduce((sum, { count }) => sum + count, 0);
}

/**
 * True if the copies may as well be one record of an account that is served twice: each is in slots of its own, and all slots are
 * of one account and one kind.
 */
export function isOneRecord(copies: readonly Counted[]): boolean {
  const [first] = copies;
  if (first === undefined || copies.length < 2 || first.root.ownerId === undefined) return false;
  const isOfOne = ({ root, count }: Counted) =>
    count === 1 && root.ownerId === first.root.ownerId && root.kind === first.root.kind;
  return copies.every(isOfOne) && new Set(copies.map(({ root }) => root)).size === copies.length;
}
