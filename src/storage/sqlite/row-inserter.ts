import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Many rows a statement halve the cost of a row; more than this gain nothing. */
const ROWS_A_STATEMENT = 64;

/**
 * Inserts rows in statements of many. `begin` is the statement up to VALUES, `row` the values of one row, a question mark
 * for each that is put, and `end` what follows the values. Rows are held back until a statement is full: call `flush`
 * before the transaction ends.
 */
export class RowInserter {
  readonly #many: StatementSync;
  readonly #one: StatementSync;
  readonly #columns: number;
  /** As long as a full statement needs, always: an array that is emptied would have to grow anew each time. */
  readonly #values: SQLInputValue[];
  #filled = 0;

  constructor(db: DatabaseSync, begin: string, row: string, end = "") {
    this.#columns = row.split("?").length - 1;
    this.#values = new Array<SQLInputValue>(this.#columns * ROWS_A_STATEMENT).fill(null);
    this.#many = db.prepare(`${begin} VALUES ${Array(ROWS_A_STATEMENT).fill(row).join(",")} ${end}`);
    this.#one = db.prepare(`${begin} VALUES ${row} ${end}`);
  }

  /** The next value of the row at hand. A row is complete when it has a value for each column. */
  put(value: SQLInputValue): void {
    const values = this.#values;
    values[this.#filled++] = value;
    if (this.#filled < values.length) return;
    this.#filled = 0;
    this.#many.run(...values);
  }

  flush(): void {
    const filled = this.#filled;
    this.#filled = 0;
    for (let at = 0; at < filled; at += this.#columns) this.#one.run(...this.#values.slice(at, at + this.#columns));
  }

  /** Forgets rows that were held back when their transaction failed. */
  discard(): void {
    this.#filled = 0;
  }
}
