import { randomUUID } from "node:crypto";
import { errorText } from "../../errors.ts";
import type { Log } from "../../model/log.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";

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

/** Saves an entry that already has its number, however long the store is away. Resolves with true if it was saved. */
export async function saveEntry(
  entry: QuarantinedItem,
  store: Store,
  writes: RetriedWrites,
  log: Log,
): Promise<boolean> {
  const saved = await changeEntry(entry.number, () => store.saveQuarantined(entry), { writes, log });
  return saved !== undefined;
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
