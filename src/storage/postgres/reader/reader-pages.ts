import { type Custody, NIL_UUID } from "../../../core/storage-face.ts";
import type { PurgeScope } from "../../maintenance/purge-steps.ts";
import {
  PAGE_ROWS,
  type PurgeCount,
  type SightingRow,
  type TransferFilter,
  type TransferOrder,
  type TransferRow,
} from "../../reader/store-reader.ts";
import type { PostgresConnection, Row, Statements } from "../connection.ts";
import { CUSTODY, custodyFrom } from "../questions/custody-questions.ts";
import { ACTION_AND_LOCATION, WITH_TEXTS } from "../questions/transfer-questions.ts";

const ORDERS = { any: "", time: "ORDER BY t.ts, t.item, t.tie", newest: "ORDER BY t.ts DESC, t.item DESC, t.tie DESC" };

export async function countTransfers(to: Statements, filter: TransferFilter): Promise<number> {
  const { where, values } = conditions(filter);
  const [row] = await to.query(`SELECT count(*) AS count FROM dt_transfers AS t ${where}`, values);
  return Number(row?.count);
}

export async function countPurgeable(to: Statements, { olderThanMs, playerId }: PurgeScope): Promise<PurgeCount> {
  const [row] = await to.query(COUNT_PURGEABLE, [olderThanMs, playerId ?? null]);
  const deleted = Number(row?.deleted);
  return { deleted, kept: Number(row?.old) - deleted };
}

const COUNT_PURGEABLE = `
  SELECT count(*) AS old, count(*) FILTER (WHERE from_newest > 1 AND from_earliest > 1) AS deleted FROM (
    SELECT ts, player, row_number() OVER (PARTITION BY item ORDER BY ts DESC, tie DESC) AS from_newest,
      row_number() OVER (PARTITION BY item, player ORDER BY ts, tie) AS from_earliest
    FROM dt_transfers
  ) AS ranked
  WHERE ts < to_timestamp($1::float8 / 1000)
    AND ($2::uuid IS NULL OR player = (SELECT ref FROM dt_players WHERE uuid = $2))`;

export async function* pagesOfTransfers(
  connection: PostgresConnection,
  filter: TransferFilter,
  { by, skip = 0, limit }: TransferOrder,
): AsyncGenerator<readonly TransferRow[]> {
  const { where, values } = conditions(filter);
  const order = ORDERS[by];
  const chosen = `SELECT * FROM dt_transfers AS t ${where} ${order} OFFSET ${whole(skip)}${limit === undefined ? "" : ` LIMIT ${whole(limit)}`}`;
  // A join may lose the order, so it is asked for twice. The second sort usually finds the rows sorted.
  const text = `
    SELECT i.uuid::text AS item, p.uuid::text AS player, ${ACTION_AND_LOCATION}
    FROM (${chosen}) AS t
    JOIN dt_items AS i ON i.ref = t.item
    JOIN dt_players AS p ON p.ref = t.player ${WITH_TEXTS} ${order}`;
  yield* pagesOf(connection, text, values, (row) => ({
    itemId: row.item as string,
    playerId: row.player as string,
    action: row.action as string,
    location: row.location as string,
    timestampMs: Math.round(row.ts as number),
    server: row.server_name as string,
  }));
}

export function pagesOfSightings(connection: PostgresConnection): AsyncGenerator<readonly SightingRow[]> {
  const text = `SELECT id::text, (extract(epoch FROM first_seen) * 1000)::float8 AS ts, material,
    first_player_uuid::text AS player FROM tracker_items`;
  return pagesOf(connection, text, [], (row) => ({
    itemId: row.id as string,
    firstSeenMs: Math.round(row.ts as number),
    material: row.material as string,
    playerId: (row.player as string | null) ?? NIL_UUID,
  }));
}

export function pagesOfCustody(connection: PostgresConnection, server?: string): AsyncGenerator<readonly Custody[]> {
  if (server === undefined) return pagesOf(connection, CUSTODY, [], custodyFrom);
  return pagesOf(connection, `${CUSTODY} WHERE s.name = $1`, [server], custodyFrom);
}

/** All pages show the same moment, because one read-only transaction reads them. */
async function* pagesOf<T>(
  connection: PostgresConnection,
  text: string,
  values: readonly unknown[],
  read: (row: Row) => T,
): AsyncGenerator<readonly T[]> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    await connection.query(`DECLARE pages NO SCROLL CURSOR FOR ${text}`, values);
    for (;;) {
      const rows = await connection.query(`FETCH ${PAGE_ROWS} FROM pages`);
      if (rows.length > 0) yield rows.map(read);
      if (rows.length < PAGE_ROWS) return;
    }
  } finally {
    if (connection.isOpen) await connection.query("ROLLBACK");
  }
}

function conditions(filter: TransferFilter): { readonly where: string; readonly values: unknown[] } {
  const { itemIds, playerId, sinceMs, beforeMs, server } = filter;
  const values: unknown[] = [];
  const found: string[] = [];
  const require = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    found.push(condition(`$${values.length}`));
  };
  require(itemIds, (at) => `t.item IN (SELECT ref FROM dt_items WHERE uuid = ANY (${at}::uuid[]))`);
  require(playerId, (at) => `t.player = (SELECT ref FROM dt_players WHERE uuid = ${at}::uuid)`);
  require(sinceMs, (at) => `t.ts >= to_timestamp(${at}::float8 / 1000)`);
  require(beforeMs, (at) => `t.ts < to_timestamp(${at}::float8 / 1000)`);
  require(server, (at) =>
    `dt_world(t.world, t.action) IN (SELECT w.ref FROM dt_worlds AS w JOIN dt_servers AS s ON s.ref = w.server WHERE s.name = ${at})`);
  return { where: found.length > 0 ? `WHERE ${found.join(" AND ")}` : "", values };
}

function whole(count: number): number {
  return Math.max(0, Math.floor(count));
}
