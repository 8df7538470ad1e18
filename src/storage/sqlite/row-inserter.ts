import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Many rows a statement halve the cost of a row; more than this gain nothing. */
const ROWS_A_STATEMENT = 64;

/**
 * Inserts rows in statements of many. `begin` is the statement up to VALUES, `end` what follows the values. Rows are
 * held back until a statement is full: call `flush` before the transaction ends.
 */
export class RowInserter {
  readonly #many: StatementSync;
  readonly #one: StatementSync;
  readonly #columns: number;
  readonly #values: SQLInputValue[] = [];
  readonly #full: number;

  constructor(db: DatabaseSync, begin: string, columns: number, end = "") {
    const row = `(${Array(columns).fill("?").join(",")})`;
    this.#columns = columns;
    this.#full = columns * ROWS_A_STATEMENT;
    this.#many = db.prepare(`${begin} VALUES ${Array(ROWS_A_STATEMENT).fill(row).join(",")} ${end}`);
    this.#one = db.prepare(`${begin} VALUES ${row} ${end}`);
  }

  /** The next value of the row at hand. A row is complete when it has a value for each column. */
  put(value: SQLInputValue): void {
    const values = this.#values;
    values.push(value);
    if (values.length < this.#full) return;
    this.#many.run(...values);
    values.length = 0;
  }

  flush(): void {
    const values = this.#values;
    for (let at = 0; at < values.length; at += this.#columns) this.#one.run(...values.slice(at, at + this.#columns));
    values.length = 0;
  }

  /** Forgets rows that were held back when their transaction failed. */
  discard(): void {
    this.#values.length = 0;
  }
}
