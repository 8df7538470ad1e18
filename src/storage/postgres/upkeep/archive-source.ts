import { ArchivableRows } from "../../archive/archivable.ts";
import type { ArchiveSource } from "../../archive/archive-source.ts";
import { type ArchiveRow, partsOf } from "../../archive/files/archive-columns.ts";
import { monthOf, monthsBetween } from "../../archive/files/month.ts";
import type { PackedColumns } from "../../archive/files/packed-columns.ts";
import { RowGroup } from "../../archive/files/row-group.ts";
import { PostgresConnection, type Row } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { ACTION_AND_LOCATION, WITH_TEXTS } from "../questions/transfer-questions.ts";
import { archiveRegistry } from "./archive-registry.ts";

const ITEMS_A_PAGE = 500;
const ROWS_A_FETCH = 8192;

type ItemRow = ArchiveRow & { readonly player: number };

export async function postgresArchiveSource(url: string, serverName: string): Promise<ArchiveSource> {
  const connection = await PostgresConnection.connect(connectionOptions(url, "doubletake archive"));
  return {
    ...archiveRegistry(connection, serverName),
    async monthsBefore(ms) {
      const [row] = await connection.query(
        "SELECT (extract(epoch FROM min(first_seen)) * 1000)::float8 AS ts FROM dt_items",
      );
      return row?.ts == null ? [] : monthsBetween(monthOf(row.ts as number), monthOf(ms - 1));
    },
    rowsBefore: (ms) => rowsBefore(connection, ms),
    close: () => connection.close(),
  };
}

async function* rowsBefore(connection: PostgresConnection, ms: number): AsyncGenerator<PackedColumns> {
  const group = new RowGroup();
  for (let after: string | null = null; ; ) {
    const items = await connection.query(ITEMS, [after, ITEMS_A_PAGE]);
    const refs = items.map(({ ref }) => Number(ref));
    for await (const rows of ofItems(connection, refs, ms)) {
      const archivable = new ArchivableRows(ms);
      for (const [at, row] of rows.entries()) {
        if (!archivable.mayLeave(row.player, row.timestampMs, at < rows.length - 1)) continue;
        group.add(partsOf(row));
        if (group.isFull) yield group.take();
      }
    }
    if (items.length < ITEMS_A_PAGE) break;
    after = items.at(-1)?.uuid as string;
  }
  yield group.take();
}

/** Yields the rows of one item after another: all before this time, and one later row if there is any. An item may have a million rows. */
async function* ofItems(
  connection: PostgresConnection,
  refs: readonly number[],
  beforeMs: number,
): AsyncGenerator<ItemRow[]> {
  await connection.query("BEGIN READ ONLY");
  try {
    // Plan for all rows: to get the first few sooner, PostgreSQL would go through all items, and each time through all the rows asked for.
    await connection.query("SET LOCAL cursor_tuple_fraction = 1");
    await connection.query(`DECLARE archivable NO SCROLL CURSOR FOR ${ROWS}`, [refs, beforeMs]);
    let item: ItemRow[] = [];
    for (;;) {
      const fetched = (await connection.query(`FETCH ${ROWS_A_FETCH} FROM archivable`)).map(itemRow);
      for (const row of fetched) {
        if (item.length > 0 && item[0]?.itemId !== row.itemId) {
          yield item;
          item = [];
        }
        item.push(row);
      }
      if (fetched.length < ROWS_A_FETCH) break;
    }
    yield item;
  } finally {
    if (connection.isOpen) await connection.query("ROLLBACK");
  }
}

function itemRow(row: Row): ItemRow {
  return {
    itemId: row.item_id as string,
    timestampMs: Math.round(row.ts as number),
    nth: Number(row.nth),
    playerId: row.player_id as string,
    player: Number(row.player),
    action: row.action as string,
    location: row.location as string,
    server: row.server_name as string,
  };
}

const ITEMS = `
  SELECT uuid::text, ref FROM dt_items WHERE $1::uuid IS NULL OR uuid > $1::uuid ORDER BY dt_items.uuid LIMIT $2`;

/** Rows of one millisecond are numbered from 0, because `tie` would take two bytes a row in the archive. */
const ROWS = `
  SELECT i.uuid::text AS item_id, p.uuid::text AS player_id, t.player, ${ACTION_AND_LOCATION},
    row_number() OVER (PARTITION BY i.uuid, t.ts ORDER BY t.tie) - 1 AS nth
  FROM (
    SELECT * FROM dt_transfers WHERE item = ANY ($1::integer[]) AND ts < to_timestamp($2::float8 / 1000)
    UNION ALL
    SELECT later.* FROM unnest($1::integer[]) AS wanted(item) CROSS JOIN LATERAL (
      SELECT * FROM dt_transfers WHERE item = wanted.item AND ts >= to_timestamp($2::float8 / 1000) LIMIT 1
    ) AS later
  ) AS t
  JOIN dt_items AS i ON i.ref = t.item
  JOIN dt_players AS p ON p.ref = t.player ${WITH_TEXTS}
  ORDER BY i.uuid, t.ts, t.tie`;
