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
  const options = connectionOptions(url, "doubletake archive");
  const connection = await PostgresConnection.connect(options);
  // Texts are looked up while the other one fetches rows.
  const beside = await PostgresConnection.connect(options);
  const texts = new ArchiveTexts(beside);
  return {
    ...archiveRegistry(connection, serverName),
    async monthsBefore(ms) {
      const [row] = await connection.query(
        "SELECT (extract(epoch FROM min(first_seen)) * 1000)::float8 AS ts FROM dt_items",
      );
      return row?.ts == null ? [] : monthsBetween(monthOf(row.ts as number), monthOf(ms - 1));
    },
    rowsBefore: (ms, spans) => rowsBefore(connection, texts, ms, spans),
    close: async () => void (await Promise.all([connection.close(), beside.close()])),
  };
}

async function* rowsBefore(
  connection: PostgresConnection,
  texts: ArchiveTexts,
  ms: number,
  spans: RowSpans,
): AsyncGenerator<PackedColumns> {
  const group = new RowGroup();
  const leaving = new LeavingRows(ms);
  for await (const { ids, rows } of oneAhead(fetchesBefore(connection, ms))) {
    await texts.learn(leaving.last === undefined ? rows : [leaving.last, ...rows]);
    for (const { row, nth, follows } of leaving.among(rows)) {
      spans.add(row.item, row.ts, row.tie, row.checksum, follows);
      group.add({ itemId: ids.get(row.item) as string, timestampMs: row.ts, nth, ...texts.of(row) });
      if (group.isFull) yield group.take();
    }
  }
  yield group.take();
}

/** Finds the rows that may leave, among all rows in the order of items and time. */
class LeavingRows {
  readonly #beforeMs: number;
  #archivable: ArchivableRows;
  /** Rows of one millisecond are numbered from 0, because `tie` would take two bytes a row in the archive. */
  #nth = 0;
  /** Of rows with one `tie`, none is the first or the last: they could be archived, but not deleted. So they stay. */
  #isTied = false;
  /** The last row so far: only the next one tells whether it may leave. */
  last: ReadRow | undefined;

  constructor(beforeMs: number) {
    this.#beforeMs = beforeMs;
    this.#archivable = new ArchivableRows(beforeMs);
  }

  /** `follows`: the row comes right after the one before it in the store. */
  *among(
    rows: readonly ReadRow[],
  ): Generator<{ readonly row: ReadRow; readonly nth: number; readonly follows: boolean }> {
    for (const row of rows) {
      const { last } = this;
      const isSameItem = row.item === last?.item;
      const isSameMoment = isSameItem && row.ts === last?.ts;
      const isTiedWithNext = isSameMoment && row.tie === last?.tie;
      const isClear = !this.#isTied && !isTiedWithNext;
      // An item's last row has none after it, and stays.
      if (last !== undefined && isSameItem && this.#archivable.mayLeave(last.player, last.ts, isClear))
        yield { row: last, nth: this.#nth, follows: this.#archivable.follows };
      this.#nth = isSameMoment ? this.#nth + 1 : 0;
      this.#isTied = isTiedWithNext;
      if (!isSameItem) this.#archivable = new ArchivableRows(this.#beforeMs);
      this.last = row;
    }
  }
}

/** Rows of some items in their order, with the ids of these items. */
interface Fetch {
  readonly ids: ReadonlyMap<number, string>;
  readonly rows: readonly ReadRow[];
}

/** Yields the rows of all items before this time, and one later row of each if there is any. An item may have a million rows. */
async function* fetchesBefore(connection: PostgresConnection, ms: number): AsyncGenerator<Fetch> {
  for (let after: string | null = null; ; ) {
    const items = await connection.query(ITEMS, [after, ITEMS_A_PAGE]);
    const ids = new Map(items.map(({ ref, uuid }) => [Number(ref), uuid as string]));
    for await (const rows of rowsOf(connection, [...ids.keys()], ms)) yield { ids, rows };
    if (items.length < ITEMS_A_PAGE) return;
    after = items.at(-1)?.uuid as string;
  }
}

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

/** Asks for the next value while this one is dealt with, so that the database and this thread work at the same time. */
async function* oneAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  try {
    for (let next = values.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // A failure shows at the `await`.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await values.return(undefined);
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
