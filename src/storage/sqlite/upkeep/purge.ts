import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { PurgeStep } from "../../engine.ts";
import type { Compactor } from "../writing/compactor.ts";

/** How many rows one step reads: a few milliseconds of work. */
const ROWS_A_STEP = 2000;

interface Row {
  readonly item: number;
  readonly ts: number;
  readonly nth: number;
  readonly player: number;
}

/**
 * Retention: one pass over the clustered table in its own order. Each step reads a bounded number of rows, so an item with
 * a million rows takes many steps instead of one long one.
 */
export class Purge {
  readonly #compactor: Compactor;
  readonly #hasRecent: (item: number) => boolean;
  readonly #next: StatementSync;
  readonly #delete: StatementSync;
  #from: Pick<Row, "item" | "ts" | "nth"> = START;
  /** Players with an earlier row of the current item. */
  #players = new Set<number>();

  /** `hasRecent`: true if the item has rows that are not compacted yet; its newest row is then one of those. */
  constructor(db: DatabaseSync, compactor: Compactor, hasRecent: (item: number) => boolean) {
    this.#compactor = compactor;
    this.#hasRecent = hasRecent;
    this.#next = db.prepare(
      `SELECT item, ts, nth, player FROM transfers WHERE (item, ts, nth) > (?, ?, ?) ORDER BY item, ts, nth LIMIT ?`,
    );
    this.#delete = db.prepare("DELETE FROM transfers WHERE item = ? AND ts = ? AND nth = ?");
  }

  /** `player`: only rows of this player are deleted. */
  step(olderThanMs: number, player?: number): PurgeStep {
    const { item, ts, nth } = this.#from;
    const rows = this.#next.all(item, ts, nth, ROWS_A_STEP) as unknown as Row[];
    const isEnd = rows.length < ROWS_A_STEP;
    const doomed = this.#choose(rows, olderThanMs, isEnd, player);
    if (doomed.length > 0) {
      this.#compactor.delete(() => {
        for (const row of doomed) this.#delete.run(row.item, row.ts, row.nth);
        return doomed.length;
      });
    }
    if (isEnd) this.#restart();
    return { deletedRows: doomed.length, hasMore: !isEnd };
  }

  /** Advances the pass, and returns the rows to delete. The last row read is left to the next step, which sees the row after it. */
  #choose(rows: readonly Row[], olderThanMs: number, isEnd: boolean, player?: number): Row[] {
    const doomed: Row[] = [];
    for (let at = 0; at < (isEnd ? rows.length : rows.length - 1); at++) {
      const row = rows[at] as Row;
      if (row.item !== this.#from.item) this.#players.clear();
      // Once a row of an item is young enough, all later ones are too: the next step skips them.
      this.#from = row.ts < olderThanMs ? row : { item: row.item, ts: Number.MAX_SAFE_INTEGER, nth: 0 };
      const isEarliest = !this.#players.has(row.player);
      this.#players.add(row.player);
      const isNewest = rows[at + 1]?.item !== row.item && !this.#hasRecent(row.item);
      const isAskedFor = row.ts < olderThanMs && (player === undefined || row.player === player);
      if (isAskedFor && !isEarliest && !isNewest) doomed.push(row);
    }
    return doomed;
  }

  #restart(): void {
    this.#from = START;
    this.#players.clear();
  }
}

const START = { item: 0, ts: 0, nth: 0 };
