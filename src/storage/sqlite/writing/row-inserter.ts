import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Many rows per statement halve the cost of a row; more than this gains nothing. The rest goes in smaller statements. */
const ROWS_A_STATEMENT = 64;
const SMALLER = [8, 1];

/**
 * Inserts many rows per statement. `begin` is the statement up to VALUES, `row` the values of one row with a question mark
 * for each value that is put, and `end` the part after the values. Rows are held back until a statement is full, so call
 * `flush` before the transaction ends.
 */
export class RowInserter {
  readonly #many: StatementSync;
  readonly #smaller: readonly { readonly statement: StatementSync; readonly values: number }[];
  readonly #columns: number;
  /** Always as long as a full statement needs: an emptied array would have to grow again every time. */
  readonly #values: SQLInputValue[];
  #filled = 0;

  constructor(db: DatabaseSync, begin: string, row: string, end = "") {
    this.#columns = row.split("?").length - 1;
    this.#values = new Array<SQLInputValue>(this.#columns * ROWS_A_STATEMENT).fill(null);
    const insertOf = (rows: number) => db.prepare(`${begin} VALUES ${Array(rows).fill(row).join(",")} ${end}`);
    this.#many = insertOf(ROWS_A_STATEMENT);
    this.#smaller = SMALLER.map((rows) => ({ statement: insertOf(rows), values: rows * this.#columns }));
  }

  /** Adds the next value of the current row. A row is complete when it has a value for each column. */
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
    let at = 0;
    for (const { statement, values } of this.#smaller) {
      for (; at + values <= filled; at += values) statement.run(...this.#values.slice(at, at + values));
    }
  }

  /** Drops the rows that were held back, after their transaction failed. */
  discard(): void {
    this.#filled = 0;
  }
}
