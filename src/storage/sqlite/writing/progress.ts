import type { DatabaseSync, StatementSync } from "node:sqlite";

/** The only row of `progress`: how far compacting has come, and counts that would take long to compute. */
export interface Progress {
  /** Rows of `recent` up to this number belong to the run that is being compacted; 0 if there is no run. */
  readonly compactThrough: number;
  /** Those of them whose item is not above this reference are already in `transfers` and `custody`. */
  readonly compactedItem: number;
  /** The newest time that was ever written to `transfers`; `null` if none was. */
  readonly newestCompactedTs: number | null;
  readonly compactedTransfers: number;
  readonly seenItems: number;
}

export class ProgressRow {
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #count: StatementSync;

  constructor(db: DatabaseSync) {
    this.#read = db.prepare(
      `SELECT fold_through AS compactThrough, folded_item AS compactedItem, newest_folded_ts AS newestCompactedTs,
         folded_transfers AS compactedTransfers, seen_items AS seenItems FROM progress`,
    );
    this.#write = db.prepare(
      "UPDATE progress SET fold_through = ?, folded_item = ?, newest_folded_ts = ?, folded_transfers = ?",
    );
    this.#count = db.prepare("UPDATE progress SET seen_items = seen_items + ?");
  }

  read(): Progress {
    return { ...this.#read.get() } as unknown as Progress;
  }

  writeCompacting({
    compactThrough,
    compactedItem,
    newestCompactedTs,
    compactedTransfers,
  }: Omit<Progress, "seenItems">): void {
    this.#write.run(compactThrough, compactedItem, newestCompactedTs, compactedTransfers);
  }

  addSeenItems(count: number): void {
    if (count > 0) this.#count.run(count);
  }
}
