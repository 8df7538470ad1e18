import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { QuarantinedItem, QuarantineFilter } from "../../core/records.ts";

/** Items taken out of the world, each with its data as a blob. */
export class QuarantineTable {
  readonly #db: DatabaseSync;
  readonly #add: StatementSync;
  readonly #replace: StatementSync;
  readonly #count: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#add = db.prepare(
      "INSERT INTO quarantine (case_number, state, return_to, body, data) VALUES (?, ?, ?, ?, ?) RETURNING number",
    );
    this.#replace = db.prepare(
      `REPLACE INTO quarantine (case_number, state, return_to, body, data, number) VALUES (?, ?, ?, ?, ?, ?)
       RETURNING number`,
    );
    this.#count = db.prepare(
      "SELECT count(*) AS quarantined FROM quarantine WHERE state IN ('taking', 'held', 'returning')",
    );
  }

  save(item: QuarantinedItem): number {
    const { data, ...rest } = item;
    const values = [item.caseNumber, item.state, item.returnToId, JSON.stringify(rest), data] as const;
    const row = item.number === 0 ? this.#add.get(...values) : this.#replace.get(...values, item.number);
    return row?.number as number;
  }

  list({ caseNumber, number, state, returnToId }: QuarantineFilter): QuarantinedItem[] {
    const conditions: string[] = [];
    const values: SQLInputValue[] = [];
    const require = (column: string, value: SQLInputValue | undefined): void => {
      if (value === undefined) return;
      conditions.push(`${column} = ?`);
      values.push(value);
    };
    require("case_number", caseNumber);
    require("number", number);
    require("state", state);
    require("return_to", returnToId);
    const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
    const statement = this.#db.prepare(`SELECT number, body, data FROM quarantine ${where} ORDER BY number`);
    return statement.all(...values).map((row) => ({
      ...(JSON.parse(row.body as string) as Omit<QuarantinedItem, "data">),
      number: row.number as number,
      data: new Uint8Array(row.data as Uint8Array),
    }));
  }

  count(): number {
    return this.#count.get()?.quarantined as number;
  }
}
