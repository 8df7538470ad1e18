import { randomUUID } from "node:crypto";
import { errorText } from "../../errors.ts";
import type { Log } from "../../model/log.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, QuarantineState, Store } from "../../store.ts";

/** Returns a changed entry for `changeQuarantined`, with a claim that tells this change from every other one. */
export function changedEntry(entry: QuarantinedItem, change: Partial<QuarantinedItem>): QuarantinedItem {
  return { ...entry, ...change, claim: randomUUID() };
}

/** Returns the entry as on its way back under a fresh id, to the player it was taken from or to another. */
export function returningEntry(
  entry: QuarantinedItem,
  freshId: string,
  returnToId: string = entry.takenFrom.holderId,
): QuarantinedItem {
  return changedEntry(entry, { state: "returning", returnToId, freshId });
}

/**
 * Makes a change to an entry after all earlier ones to it, however long the store is away. Resolves with what the write returns, or with
 * `undefined` if the store did not take it, which is logged.
 */
export function changeEntry<T>(
  number: number,
  write: () => Promise<T>,
  { writes, log }: { readonly writes: RetriedWrites; readonly log: Log },
): Promise<T | undefined> {
  const what = `Quarantine entry ${number}`;
  return writes.inOrder(`quarantine ${number}`, what, write).catch((error: unknown) => {
    log.error(`${what} could not be brought up to date: ${errorText(error)}`);
    return undefined;
  });
}

/**
 * Writes an entry that already has its number, if it is still in the state `from`, however long the store is away. If only the answer got
 * lost, another server may have given the item back by the time of the next try. Resolves with false if it was in another state, and with
 * `undefined` if the store did not take it.
 */
export function replaceEntry(
  entry: QuarantinedItem,
  from: QuarantineState,
  store: Store,
  parts: { readonly writes: RetriedWrites; readonly log: Log },
): Promise<boolean | undefined> {
  const changed = changedEntry(entry, {});
  return changeEntry(entry.number, () => store.changeQuarantined(changed, from), parts);
}

/** Puts an item on record before it is taken. Resolves with the number that the store gave its entry. */
export function addEntry(item: QuarantinedItem, store: Store, writes: RetriedWrites): Promise<number> {
  return writes.run(`The quarantine of ${item.itemId}`, async (isAgain) => {
    // A store that did not answer may still have kept it: a second entry would be a second item.
    const stored = isAgain ? await store.quarantined({ caseNumber: item.caseNumber, state: "taking" }) : [];
    return stored.find((entry) => isSame(entry, item))?.number ?? store.saveQuarantined(item);
  });
}

function isSame(a: QuarantinedItem, b: QuarantinedItem): boolean {
  const isSamePlace = a.takenFrom.place === b.takenFrom.place && a.takenFrom.slot === b.takenFrom.slot;
  return a.itemId === b.itemId && a.takenMs === b.takenMs && isSamePlace;
}
