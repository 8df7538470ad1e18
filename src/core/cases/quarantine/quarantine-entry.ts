import { randomUUID } from "node:crypto";
import { errorText } from "../../errors.ts";
import type { Log } from "../../model/log.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";

/** Returns a changed entry for `changeQuarantined`, with a claim that tells this change from every other one. */
export function changedEntry(entry: QuarantinedItem, change: Partial<QuarantinedItem>): QuarantinedItem {
  return { ...entry, ...change, claim: randomUUID() };
}

/** Saves an entry that already has its number, however long the store is away. Resolves with true if it was saved. */
export function saveEntry(entry: QuarantinedItem, store: Store, writes: RetriedWrites, log: Log): Promise<boolean> {
  const { number } = entry;
  const saved = writes.inOrder(`quarantine ${number}`, `Quarantine entry ${number}`, () =>
    store.saveQuarantined(entry),
  );
  return saved.then(
    () => true,
    (error: unknown) => {
      const text = errorText(error);
      log.error(`Quarantine entry ${number} could not be brought up to date: ${text}`);
      return false;
    },
  );
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
