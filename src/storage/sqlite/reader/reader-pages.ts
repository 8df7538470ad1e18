import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Custody } from "../../../core/storage-face.ts";
import { eachRow } from "../../each-row.ts";
import type { PurgeScope } from "../../maintenance/purge-steps.ts";
import {
  PAGE_ROWS,
  type PurgeCount,
  type TransferFilter,
  type TransferOrder,
  type TransferRow,
} from "../../reader/store-reader.ts";
import { custodyFrom } from "../writing/places.ts";

/** Every transfer once, compacted or not. `part` and `ord` keep the order of insertion within a millisecond of an item. */
const ALL_TRANSFERS = `
  SELECT item, ts, 0 AS part, nth AS ord, player, scene, x, y, z FROM transfers
  UNION ALL
  SELECT item, ts, 1, ord, player, scene, x, y, z FROM recent WHERE is_transfer`;

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

/** One statement reads all pages, so they all show the same moment, whatever is written meanwhile. */
export async function* pagesOfTransfers(
  db: DatabaseSync,
  filter: TransferFilter,
  { by, skip = 0, limit = -1 }: TransferOrder,
): AsyncGenerator<readonly TransferRow[]> {
  const { where, values } = conditions(filter);
  // Sorts the narrow rows first, and joins texts only to those that remain. CROSS JOIN keeps SQLite to that order.
  const statement = db.prepare(`
    SELECT i.uuid AS itemId, p.uuid AS playerId, s.action AS action,
      CASE WHEN t.x IS NULL THEN s.world ELSE s.world || ':' || t.x || ',' || t.y || ',' || t.z END AS location,
      t.ts AS timestampMs, s.server AS server
    FROM (SELECT * FROM (${ALL_TRANSFERS}) ${where} ${ORDERS[by]} LIMIT ? OFFSET ?) AS t
    CROSS JOIN items AS i ON i.ref = t.item
    CROSS JOIN players AS p ON p.ref = t.player
    CROSS JOIN scenes AS s ON s.ref = t.scene`);
  yield* pagesOf(eachRow(statement, ...values, limit, skip), (row) => row as unknown as TransferRow);
}

/** Each item's newest custody: the last row that is not compacted yet, or else the table's. */
const ALL_CUSTODY = `
  SELECT item, ts, player AS holder, scene, x, y, z, place, max(ord) AS last FROM recent WHERE place IS NOT NULL GROUP BY item
  UNION ALL
  SELECT item, ts, holder, scene, x, y, z, place, 0 FROM custody
  WHERE item NOT IN (SELECT item FROM recent WHERE place IS NOT NULL)`;

export function countCustody(db: DatabaseSync): number {
  return db.prepare(`SELECT count(*) AS count FROM (${ALL_CUSTODY})`).get()?.count as number;
}

export function custodyOfItems(db: DatabaseSync, itemIds: readonly string[]): Custody[] {
  const where = "WHERE c.item IN (SELECT ref FROM items WHERE uuid IN (SELECT value FROM json_each(?)))";
  return statementFor(db, where)
    .all(JSON.stringify(itemIds))
    .map((row) => custodyFrom(row as unknown as Custody));
}

export function pagesOfCustody(db: DatabaseSync, server?: string): AsyncGenerator<readonly Custody[]> {
  const values: SQLInputValue[] = server === undefined ? [] : [server];
  const rows = eachRow(statementFor(db, server === undefined ? "" : "WHERE s.server = ?"), ...values);
  return pagesOf(rows, (row) => custodyFrom(row as unknown as Custody));
}

function statementFor(db: DatabaseSync, where: string) {
  return db.prepare(`
    SELECT i.uuid AS itemId, p.uuid AS holderId, s.server AS server, c.ts AS confirmedMs, c.place AS place,
      s.world || ':' || c.x || ',' || c.y || ',' || c.z AS location
    FROM (${ALL_CUSTODY}) AS c
    CROSS JOIN items AS i ON i.ref = c.item
    CROSS JOIN players AS p ON p.ref = c.holder
    CROSS JOIN scenes AS s ON s.ref = c.scene ${where}`);
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
