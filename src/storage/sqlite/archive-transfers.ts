import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  PAGE_ROWS,
  type PurgeCount,
  type TransferFilter,
  type TransferOrder,
  type TransferRow,
} from "../archive/archive.ts";
import type { PurgeScope } from "../maintenance/purge.ts";

/** Every transfer once, folded or not; `part` and `ord` keep the order of insertion within an item's millisecond. */
const ALL_TRANSFERS = `
  SELECT item, ts, 0 AS part, nth AS ord, player, scene, x, y, z FROM transfers
  UNION ALL
  SELECT item, ts, 1, seq, deed >> 24, deed & 0xffffff, x, y, z FROM recent
  WHERE deed > 0
    AND NOT (seq <= (SELECT fold_through FROM progress) AND item <= (SELECT folded_item FROM progress))`;

const ORDERS = {
  any: "",
  time: "ORDER BY ts, item, part, ord",
  newest: "ORDER BY ts DESC, item DESC, part DESC, ord DESC",
};

export function countTransfers(db: DatabaseSync, filter: TransferFilter): number {
  const { where, values } = conditions(filter);
  const row = db.prepare(`SELECT count(*) AS count FROM (${ALL_TRANSFERS}) ${where}`).get(...values);
  return row?.count as number;
}

export function countPurgeable(db: DatabaseSync, { olderThanMs, playerId }: PurgeScope): PurgeCount {
  const values: SQLInputValue[] = playerId === undefined ? [] : [playerId];
  const ofPlayer = playerId === undefined ? "" : "AND player = (SELECT ref FROM players WHERE uuid = ?)";
  const row = db
    .prepare(
      `SELECT count(*) AS old, coalesce(sum(fromNewest > 1 AND fromEarliest > 1), 0) AS deleted FROM (
         SELECT ts, player, row_number() OVER (PARTITION BY item ORDER BY ts DESC, part DESC, ord DESC) AS fromNewest,
           row_number() OVER (PARTITION BY item, player ORDER BY ts, part, ord) AS fromEarliest
         FROM (${ALL_TRANSFERS})
       ) WHERE ts < ? ${ofPlayer}`,
    )
    .get(olderThanMs, ...values) as { old: number; deleted: number };
  return { deleted: row.deleted, kept: row.old - row.deleted };
}

/** One statement from the first page to the last: all pages show the same moment, whatever is written meanwhile. */
export async function* pagesOfTransfers(
  db: DatabaseSync,
  filter: TransferFilter,
  { by, skip = 0, limit = -1 }: TransferOrder,
): AsyncGenerator<readonly TransferRow[]> {
  const { where, values } = conditions(filter);
  // Narrow rows are sorted, and texts joined to what is left; CROSS JOIN keeps SQLite to that order.
  const statement = db.prepare(`
    SELECT i.uuid AS itemId, p.uuid AS playerId, s.action AS action,
      CASE WHEN t.x IS NULL THEN s.world ELSE s.world || ':' || t.x || ',' || t.y || ',' || t.z END AS location,
      t.ts AS timestampMs, s.server AS server
    FROM (SELECT * FROM (${ALL_TRANSFERS}) ${where} ${ORDERS[by]} LIMIT ? OFFSET ?) AS t
    CROSS JOIN items AS i ON i.ref = t.item
    CROSS JOIN players AS p ON p.ref = t.player
    CROSS JOIN scenes AS s ON s.ref = t.scene`);
  yield* pagesOf(statement.iterate(...values, limit, skip), (row) => row as unknown as TransferRow);
}

export async function* pagesOf<T>(
  rows: Iterable<Record<string, unknown>>,
  read: (row: Record<string, unknown>) => T,
): AsyncGenerator<readonly T[]> {
  let page: T[] = [];
  for (const row of rows) {
    page.push(read(row));
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function conditions(filter: TransferFilter): { readonly where: string; readonly values: SQLInputValue[] } {
  const { itemIds, playerId, sinceMs, beforeMs, server } = filter;
  const found: [condition: string, value: SQLInputValue][] = [];
  if (itemIds) {
    found.push([
      "item IN (SELECT ref FROM items WHERE uuid IN (SELECT value FROM json_each(?)))",
      JSON.stringify(itemIds),
    ]);
  }
  if (playerId !== undefined) found.push(["player = (SELECT ref FROM players WHERE uuid = ?)", playerId]);
  if (sinceMs !== undefined) found.push(["ts >= ?", sinceMs]);
  if (beforeMs !== undefined) found.push(["ts < ?", beforeMs]);
  if (server !== undefined) found.push(["scene IN (SELECT ref FROM scenes WHERE server = ?)", server]);
  if (found.length === 0) return { where: "", values: [] };
  return { where: `WHERE ${found.map(([text]) => text).join(" AND ")}`, values: found.map(([, value]) => value) };
}
