import type { QuarantinedItem, QuarantineFilter } from "../../core/records.ts";
import { nextNumber } from "./case-table.ts";
import type { PostgresConnection, Statements } from "./postgres-connection.ts";

export async function saveQuarantined(connection: PostgresConnection, item: QuarantinedItem): Promise<number> {
  return connection.transaction(async () => {
    const number = item.number || (await nextNumber(connection, "dt_quarantine"));
    const { data, ...rest } = { ...item, number };
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const body = JSON.stringify(rest);
    await connection.query(SAVE, [number, item.caseNumber, item.state, item.returnToId, body, bytes]);
    return number;
  });
}

export async function findQuarantined(to: Statements, filter: QuarantineFilter): Promise<QuarantinedItem[]> {
  const { caseNumber, number, state, returnToId } = filter;
  const rows = await to.query(FIND, [caseNumber ?? null, number ?? null, state ?? null, returnToId ?? null]);
  return rows.map(({ body, data }) => ({
    ...(body as Omit<QuarantinedItem, "data">),
    data: Uint8Array.from(data as Buffer),
  }));
}

const SAVE = `
  INSERT INTO dt_quarantine (number, case_number, state, return_to, body, data) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (number) DO UPDATE SET case_number = excluded.case_number, state = excluded.state,
    return_to = excluded.return_to, body = excluded.body, data = excluded.data`;

const FIND = `
  SELECT body, data FROM dt_quarantine
  WHERE ($1::bigint IS NULL OR case_number = $1) AND ($2::bigint IS NULL OR number = $2)
    AND ($3::text IS NULL OR state = $3) AND ($4::text IS NULL OR return_to = $4)
  ORDER BY number`;
