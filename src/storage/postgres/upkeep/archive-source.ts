import { ArchivableRows } from "../../archive/archivable.ts";
import type { ArchiveSource } from "../../archive/archive-source.ts";
import { monthOf, monthsBetween } from "../../archive/files/month.ts";
import type { PackedColumns } from "../../archive/files/packed-columns.ts";
import { RowGroup } from "../../archive/files/row-group.ts";
import type { RowSpans } from "../../archive/row-spans.ts";
import { PostgresConnection } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { archiveRegistry } from "./archive-registry.ts";
import { ArchiveTexts, type StoredTransfer } from "./archive-texts.ts";
import { ROW_CHECKSUM } from "./archived-spans.ts";

const ITEMS_A_PAGE = 500;
const ROWS_A_FETCH = 8192;

interface ReadRow extends StoredTransfer {
  readonly tie: number;
  readonly ts: number;
  readonly checksum: number;
}

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
    rowsBefore: (ms, spans) => rowsBefore(connection, ms, spans),
    close: () => connection.close(),
  };
}

async function* rowsBefore(connection: PostgresConnection, ms: number, spans: RowSpans): AsyncGenerator<PackedColumns> {
  const group = new RowGroup();
  const texts = new ArchiveTexts(connection);
  for (let after: string | null = null; ; ) {
    const items = await connection.query(ITEMS, [after, ITEMS_A_PAGE]);
    const ids = new Map(items.map(({ ref, uuid }) => [Number(ref), uuid as string]));
    for await (const { row, nth, follows } of archivableRows(connection, texts, [...ids.keys()], ms)) {
      spans.add(row.item, row.ts, row.tie, row.checksum, follows);
      group.add({ itemId: ids.get(row.item) as string, timestampMs: row.ts, nth, ...texts.of(row) });
      if (group.isFull) yield group.take();
    }
    if (items.length < ITEMS_A_PAGE) break;
    after = items.at(-1)?.uuid as string;
  }
  yield group.take();
}

/**
 * Yields the rows of these items that may leave, item by item. Rows of one millisecond are numbered from 0, because `tie` would take two bytes
 * a row in the archive. `follows`: the row comes right after the last one in the store.
 */
async function* archivableRows(
  connection: PostgresConnection,
  texts: ArchiveTexts,
  items: readonly number[],
  beforeMs: number,
): AsyncGenerator<{ readonly row: ReadRow; readonly nth: number; readonly follows: boolean }> {
  let archivable = new ArchivableRows(beforeMs);
  let nth = 0;
  let last: ReadRow | undefined;
  for await (const rows of rowsOf(connection, items, beforeMs)) {
    // The last row of the fetch before is among those to learn, because it is yielded only now.
    await texts.learn(last === undefined ? rows : [last, ...rows]);
    for (const row of rows) {
      const isSameItem = row.item === last?.item;
      // An item's last row has none after it, and stays.
      if (last !== undefined && isSameItem && archivable.mayLeave(last.player, last.ts, true))
        yield { row: last, nth, follows: archivable.follows };
      nth = isSameItem && row.ts === last?.ts ? nth + 1 : 0;
      if (!isSameItem) archivable = new ArchivableRows(beforeMs);
      last = row;
    }
  }
}

/** Yields the rows of these items before this time, and one later row of each if there is any. An item may have a million rows. */
async function* rowsOf(
  connection: PostgresConnection,
  items: readonly number[],
  beforeMs: number,
): AsyncGenerator<ReadRow[]> {
  await connection.query("BEGIN READ ONLY");
  try {
    // Plan for all rows: to get the first few sooner, PostgreSQL would go through all items, and each time through all the rows asked for.
    await connection.query(
      "SET LOCAL cursor_tuple_fraction = 1; SET LOCAL work_mem = '32MB'; SET LOCAL enable_seqscan = off",
    );
    await connection.query(`DECLARE archivable NO SCROLL CURSOR FOR ${ROWS}`, [items, beforeMs]);
    for (;;) {
      const rows = (await connection.query(`FETCH ${ROWS_A_FETCH} FROM archivable`)) as unknown as ReadRow[];
      yield rows.map((row) => ({ ...row, ts: Math.round(row.ts) }));
      if (rows.length < ROWS_A_FETCH) break;
    }
  } finally {
    if (connection.isOpen) await connection.query("ROLLBACK");
  }
}

const ITEMS = `
  SELECT uuid::text, ref FROM dt_items WHERE $1::uuid IS NULL OR uuid > $1::uuid ORDER BY dt_items.uuid LIMIT $2`;

const ROWS = `
  SELECT t.item, t.player, dt_world(t.world, t.action) AS world, dt_beside(t.action) AS action, t.x, t.y, t.z, t.tie,
    date_part('epoch', t.ts) * 1000 AS ts, ${ROW_CHECKSUM} AS checksum
  FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (item, nth)
  JOIN (
    SELECT * FROM dt_transfers WHERE item = ANY ($1::integer[]) AND ts < to_timestamp($2::float8 / 1000)
    UNION ALL
    SELECT later.* FROM unnest($1::integer[]) AS any_of (item) CROSS JOIN LATERAL (
      SELECT * FROM dt_transfers
      WHERE item = any_of.item AND dt_hour(ts) >= dt_hour(to_timestamp($2::float8 / 1000)) AND ts >= to_timestamp($2::float8 / 1000)
      LIMIT 1
    ) AS later
  ) AS t ON t.item = wanted.item
  ORDER BY wanted.nth, t.ts, t.tie`;
