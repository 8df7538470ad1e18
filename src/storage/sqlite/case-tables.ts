import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CaseFilter, CaseRecord, Claim, Page, PlaceKey } from "../../core/records.ts";
import { inTransaction } from "./transaction.ts";

/** Cases with their evidence, and open claims. What is asked for by value has a column; the rest is one JSON text. */
export class CaseTables {
  readonly #db: DatabaseSync;
  readonly #add: StatementSync;
  readonly #replace: StatementSync;
  readonly #forgetItems: StatementSync;
  readonly #addItem: StatementSync;
  readonly #byNumber: StatementSync;
  readonly #saveClaim: StatementSync;
  readonly #closeClaim: StatementSync;
  readonly #openClaims: StatementSync;
  readonly #counts: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#add = db.prepare("INSERT INTO cases (status, opened, body) VALUES (?, ?, ?) RETURNING number");
    this.#replace = db.prepare(
      "REPLACE INTO cases (status, opened, body, number) VALUES (?, ?, ?, ?) RETURNING number",
    );
    this.#forgetItems = db.prepare("DELETE FROM case_items WHERE number = ?");
    this.#addItem = db.prepare("INSERT OR IGNORE INTO case_items (item, number) VALUES (?, ?)");
    this.#byNumber = db.prepare("SELECT number, body FROM cases WHERE number = ?");
    this.#saveClaim = db.prepare("REPLACE INTO claims (item, place, opened, body) VALUES (?, ?, ?, ?)");
    this.#closeClaim = db.prepare("DELETE FROM claims WHERE item = ? AND place = ?");
    this.#openClaims = db.prepare("SELECT body FROM claims ORDER BY opened, item, place");
    this.#counts = db.prepare(
      `SELECT (SELECT count(*) FROM cases) AS cases, (SELECT count(*) FROM cases WHERE status = 'open') AS openCases,
         (SELECT count(*) FROM claims) AS openClaims`,
    );
  }

  save(record: CaseRecord): number {
    return inTransaction(this.#db, () => {
      const values = [record.status, record.openedMs, JSON.stringify(record)] as const;
      const row = record.number === 0 ? this.#add.get(...values) : this.#replace.get(...values, record.number);
      const number = row?.number as number;
      this.#forgetItems.run(number);
      for (const itemId of record.itemIds) this.#addItem.run(itemId, number);
      return number;
    });
  }

  byNumber(number: number): CaseRecord | undefined {
    const row = this.#byNumber.get(number);
    return row && caseIn(row);
  }

  list({ status, itemId, sinceMs }: CaseFilter, { offset, limit }: Page): CaseRecord[] {
    const conditions: string[] = [];
    const values: SQLInputValue[] = [];
    const require = (condition: string, value: SQLInputValue | undefined): void => {
      if (value === undefined) return;
      conditions.push(condition);
      values.push(value);
    };
    require("status = ?", status);
    require("number IN (SELECT number FROM case_items WHERE item = ?)", itemId);
    require("opened >= ?", sinceMs);
    const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
    const statement = this.#db.prepare(`SELECT number, body FROM cases ${where} ORDER BY number DESC LIMIT ? OFFSET ?`);
    return statement.all(...values, limit, offset).map(caseIn);
  }

  saveClaim(claim: Claim): void {
    this.#saveClaim.run(claim.itemId, claim.place, claim.openedMs, JSON.stringify(claim));
  }

  closeClaim(itemId: string, place: PlaceKey): void {
    this.#closeClaim.run(itemId, place);
  }

  openClaims(): Claim[] {
    return this.#openClaims.all().map((row) => JSON.parse(row.body as string) as Claim);
  }

  counts(): { cases: number; openCases: number; openClaims: number } {
    return { ...this.#counts.get() } as { cases: number; openCases: number; openClaims: number };
  }
}

/** A case is stored before it has its number: the column has it. */
function caseIn(row: Record<string, unknown>): CaseRecord {
  return { ...(JSON.parse(row.body as string) as CaseRecord), number: row.number as number };
}
