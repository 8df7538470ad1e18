import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Compactor } from "../writing/compactor.ts";
import { ROWS_CHECKSUM } from "./row-checksum.ts";
import { type Span, stretchesIn } from "./row-spans.ts";

/**
 * Deletes spans of rows that this database's archive has sealed. The reader that planned them left out the newest row of each item and
 * the earliest of each item and player. The spans of a stretch are deleted only if the count and the checksum of all its rows are still those
 * that the reader found, and its item has a later row. Rows come and go meanwhile when the clock is set back, or an operator purges or puts an older file in place.
 */
export class ArchivedSpans {
  readonly #compactor: Compactor;
  readonly #found: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync, compactor: Compactor) {
    this.#compactor = compactor;
    const span = "item = ? AND (ts, nth) >= (?, ?) AND (ts, nth) <= (?, ?)";
    this.#found = db.prepare(
      `SELECT count(*) AS rows, ${ROWS_CHECKSUM} AS checksum,
         EXISTS (SELECT 1 FROM transfers WHERE item = ? AND (ts, nth) > (?, ?)) AS hasLater
       FROM transfers WHERE ${span}`,
    );
    this.#delete = db.prepare(`DELETE FROM transfers WHERE ${span}`);
  }

  /** True if all spans were as expected, and are gone. */
  clear(spans: Float64Array): boolean {
    let isWhole = true;
    this.#compactor.delete(() => {
      let deleted = 0;
      for (const { item, spans: some, rows, checksum } of stretchesIn(spans)) {
        const [{ fromMs, fromNth }, { toMs, toNth }] = [some[0] as Span, some.at(-1) as Span];
        const found = this.#found.get(item, toMs, toNth, item, fromMs, fromNth, toMs, toNth);
        if (found?.rows === rows && found.checksum === checksum && found.hasLater === 1) {
          for (const span of some) {
            this.#delete.run(item, span.fromMs, span.fromNth, span.toMs, span.toNth);
            deleted += span.rows;
          }
        } else isWhole = false;
      }
      return deleted;
    });
    return isWhole;
  }
}
