import { ArchivableRows } from "../../archive/archivable.ts";
import type { ArchiveSource } from "../../archive/archive-source.ts";
import { monthOf, monthsBetween } from "../../archive/files/month.ts";
import type { PackedColumns } from "../../archive/files/packed-columns.ts";
import { RowGroup } from "../../archive/files/row-group.ts";
import { PostgresConnection } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { archiveRegistry } from "./archive-registry.ts";
import { ArchiveTexts } from "./archive-texts.ts";
import { BlockSpans } from "./block-spans.ts";
import { copyRows, type StoredRow, storedRow } from "./stored-rows.ts";

const ITEMS_A_PAGE = 2000;

/** `itemsAPage`: the rows of so many items come by one statement, and so from one moment. */
export async function postgresArchiveSource(
  url: string,
  serverName: string,
  itemsAPage = ITEMS_A_PAGE,
): Promise<ArchiveSource> {
  const options = connectionOptions(url, "doubletake archive");
  const connection = await PostgresConnection.connect(options);
  // Texts are looked up while the other one sends rows.
  const beside = await PostgresConnection.connect(options);
  await connection.query(FOR_PAGES);
  const texts = new ArchiveTexts(beside);
  return {
    ...archiveRegistry(beside, serverName),
    async monthsBefore(ms) {
      const [row] = await beside.query(
        "SELECT (extract(epoch FROM min(first_seen)) * 1000)::float8 AS ts FROM dt_items",
      );
      return row?.ts == null ? [] : monthsBetween(monthOf(row.ts as number), monthOf(ms - 1));
    },
    rowsBefore(ms) {
      const spans = new BlockSpans();
      const pieces = piecesBefore(connection, ms, itemsAPage);
      return { groups: groupsOf(pieces, texts, ms, spans), spans };
    },
    close: async () => void (await Promise.all([connection.close(), beside.close()])),
  };
}

/**
 * A page may have an item with a million rows: it then takes as long as this thread does. Old statistics must not make PostgreSQL read
 * whole tables, and compiling the statement takes longer than it saves.
 */
const FOR_PAGES = "SET statement_timeout = 0; SET work_mem = '32MB'; SET enable_seqscan = off; SET jit = off";

async function* groupsOf(
  pieces: AsyncGenerator<readonly StoredRow[]>,
  texts: ArchiveTexts,
  ms: number,
  spans: BlockSpans,
): AsyncGenerator<PackedColumns> {
  const group = new RowGroup();
  const leaving = new LeavingRows(ms);
  for await (const rows of oneAhead(pieces)) {
    await texts.learn(leaving.last === undefined ? rows : [leaving.last, ...rows]);
    for (const { row, nth } of leaving.among(rows)) {
      spans.add(row.item, row, row.checksum);
      group.add(texts.partsOf(row, nth));
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
  /** Of rows with one `tie`, none is the first or the last: they could be archived, but not deleted one by one. So they stay. */
  #isTied = false;
  /** The last row so far: only the next one tells whether it may leave. */
  last: StoredRow | undefined;

  constructor(beforeMs: number) {
    this.#beforeMs = beforeMs;
    this.#archivable = new ArchivableRows(beforeMs);
  }

  *among(rows: readonly StoredRow[]): Generator<{ readonly row: StoredRow; readonly nth: number }> {
    for (const row of rows) {
      const { last } = this;
      const isSameItem = row.item === last?.item;
      const isSameMoment = isSameItem && row.timestampMs === last?.timestampMs;
      const isTiedWithNext = isSameMoment && row.tie === last?.tie;
      const isClear = !this.#isTied && !isTiedWithNext;
      // An item's last row has none after it, and stays.
      if (last !== undefined && isSameItem && this.#archivable.mayLeave(last.player, last.timestampMs, isClear))
        yield { row: last, nth: this.#nth };
      this.#nth = isSameMoment ? this.#nth + 1 : 0;
      this.#isTied = isTiedWithNext;
      if (!isSameItem) this.#archivable = new ArchivableRows(this.#beforeMs);
      this.last = row;
    }
  }
}

/** Yields the rows of all items before this time, and one later row of each if there is any. */
async function* piecesBefore(
  connection: PostgresConnection,
  ms: number,
  itemsAPage: number,
): AsyncGenerator<readonly StoredRow[]> {
  const ends = (await connection.query(PAGE_ENDS, [itemsAPage])).map(({ uuid }) => uuid as string);
  let after: string | undefined;
  let last: StoredRow | undefined;
  const read = (bytes: Buffer) => (last = storedRow(bytes, last));
  for (const end of [...ends, undefined]) {
    yield* connection.copyOut(copyRows(after, end, ms), read);
    after = end;
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

const PAGE_ENDS = `
  SELECT uuid::text FROM (SELECT uuid, row_number() OVER (ORDER BY uuid) AS n FROM dt_items) AS numbered
  WHERE n % $1::integer = 0 ORDER BY numbered.uuid`;
