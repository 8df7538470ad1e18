import type { CaseFilter, CaseRecord, Page } from "../../core/records.ts";
import type { PostgresConnection, Statements } from "./postgres-connection.ts";

/** Numbers have no gaps and are given in order, also when two servers open a case at once: they take turns. */
const NUMBERING_LOCK = "7237970109966541172";

export async function saveCase(connection: PostgresConnection, record: CaseRecord): Promise<number> {
  return connection.transaction(async () => {
    const number = record.number || (await nextNumber(connection, "dt_cases"));
    const body = JSON.stringify({ ...record, number });
    await connection.query(SAVE, [number, record.status, record.openedMs, record.itemIds, body]);
    return number;
  });
}

export async function caseByNumber(to: Statements, number: number): Promise<CaseRecord | undefined> {
  const [row] = await to.query("SELECT body FROM dt_cases WHERE number = $1::bigint", [number]);
  return row?.body as CaseRecord | undefined;
}

export async function findCases(to: Statements, filter: CaseFilter, page: Page): Promise<CaseRecord[]> {
  const { status, itemId, sinceMs } = filter;
  const values = [status ?? null, itemId ?? null, sinceMs ?? null, page.limit, page.offset];
  return (await to.query(FIND, values)).map(({ body }) => body as CaseRecord);
}

/** To be called inside a transaction, which keeps the lock until its end. */
export async function nextNumber(to: Statements, table: "dt_cases" | "dt_quarantine"): Promise<number> {
  await to.query(`SELECT pg_advisory_xact_lock(${NUMBERING_LOCK})`);
  const [row] = await to.query(`SELECT coalesce(max(number), 0) + 1 AS number FROM ${table}`);
  return Number(row?.number);
}

const SAVE = `
  INSERT INTO dt_cases (number, status, opened, items, body)
  VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4::uuid[], $5)
  ON CONFLICT (number) DO UPDATE SET status = excluded.status, opened = excluded.opened, items = excluded.items,
    body = excluded.body`;

const FIND = `
  SELECT body FROM dt_cases
  WHERE ($1::text IS NULL OR status = $1)
    AND ($2::uuid IS NULL OR $2 = ANY (items))
    AND ($3::float8 IS NULL OR opened >= to_timestamp($3::float8 / 1000))
  ORDER BY number DESC LIMIT $4 OFFSET $5`;
