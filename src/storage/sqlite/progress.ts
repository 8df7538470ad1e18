import type { DatabaseSync, StatementSync } from "node:sqlite";

/** The one row of `progress`: how far folding has come, and counts that would take long to count. */
export interface Progress {
  /** Rows of `recent` up to this number belong to the run that is being folded; 0 when none is. */
  readonly foldThrough: number;
  /** Of those, the rows of items up to this reference stand in `transfers` and `custody` already. */
  readonly foldedItem: number;
  /** The newest time in `transfers`; `null` while it is empty. */
  readonly newestFoldedTs: number | null;
  readonly foldedTransfers: number;
  readonly seenItems: number;
}

export class ProgressRow {
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #count: StatementSync;

  constructor(db: DatabaseSync) {
    this.#read = db.prepare(
      `SELECT fold_through AS foldThrough, folded_item AS foldedItem, newest_folded_ts AS newestFoldedTs,
         folded_transfers AS foldedTransfers, seen_items AS seenItems FROM progress`,
    );
    this.#write = db.prepare(
      "UPDATE progress SET fold_through = ?, folded_item = ?, newest_folded_ts = ?, folded_transfers = ?",
    );
    this.#count = db.prepare("UPDATE progress SET seen_items = seen_items + ?");
  }

  read(): Progress {
    return { ...this.#read.get() } as unknown as Progress;
  }

  writeFolding({ foldThrough, foldedItem, newestFoldedTs, foldedTransfers }: Omit<Progress, "seenItems">): void {
    this.#write.run(foldThrough, foldedItem, newestFoldedTs, foldedTransfers);
  }

  addSeenItems(count: number): void {
    if (count > 0) this.#count.run(count);
  }
}
