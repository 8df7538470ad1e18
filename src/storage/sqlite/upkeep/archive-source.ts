import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DAY_MS } from "../../../core/storage-face.ts";
import { ArchivableRows } from "../../archive/archivable.ts";
import { type ArchiveSource, LONE_ARCHIVER } from "../../archive/archive-source.ts";
import { CLEARED_NOTE, readClearedMonths } from "../../archive/cleared-months.ts";
import { type ArchiveColumns, emptyColumns } from "../../archive/files/archive-columns.ts";
import { ROWS_A_GROUP } from "../../archive/files/archive-writer.ts";
import { type Month, monthOf } from "../../archive/files/month.ts";
import type { RowSpans } from "../../archive/row-spans.ts";
import { openReadOnly } from "../file/open-file.ts";
import { Dictionaries } from "../writing/dictionaries.ts";
import { rowChecksum, type StoredTransfer } from "./row-checksum.ts";

const ITEMS_A_PAGE = 500;
/** How many rows of an item are read at once. One by one takes twice as long, and an item may have a million rows. */
const ROWS_A_READ = 4096;

/** Reads beside the server, in short statements: a long one would keep the write-ahead log from being truncated. */
export function sqliteArchiveSource(file: string): ArchiveSource {
  const db = openReadOnly(file);
  return {
    ...LONE_ARCHIVER,
    monthsBefore: async (ms) => monthsBefore(db, ms),
    rowsBefore: (ms, spans) => rowsBefore(db, ms, spans),
    clearedMonths: async () => readClearedMonths(clearedNote(db)),
    close: async () => db.close(),
  };
}

function clearedNote(db: DatabaseSync): string | undefined {
  return db.prepare("SELECT value FROM notes WHERE key = ?").get(CLEARED_NOTE)?.value as string | undefined;
}

function monthsBefore(db: DatabaseSync, ms: number): Month[] {
  // By day, because finding the month of a time takes longer than reading the row.
  const days = db.prepare(`SELECT DISTINCT ts / ${DAY_MS} AS day FROM transfers WHERE ts < ?`);
  return [...new Set(days.all(ms).map(({ day }) => monthOf((day as number) * DAY_MS)))];
}

async function* rowsBefore(db: DatabaseSync, ms: number, spans: RowSpans): AsyncGenerator<ArchiveColumns> {
  // Its caches may outlive changes by the server, because a reference never changes its meaning.
  const dictionaries = new Dictionaries(db, "");
  const items = db.prepare("SELECT uuid, ref FROM items WHERE uuid > ? ORDER BY uuid LIMIT ?");
  const transfers = db.prepare(
    `SELECT json_group_array(json_array(ts, nth, player, scene, x, y, z)) AS rows FROM (
       SELECT ts, nth, player, scene, x, y, z FROM transfers WHERE item = ? AND (ts, nth) > (?, ?)
         AND ts <= coalesce((SELECT min(ts) FROM transfers WHERE item = ? AND ts >= ?), ?)
       ORDER BY ts, nth LIMIT ${ROWS_A_READ})`,
  );
  let page = emptyColumns();
  for (let after = ""; ; ) {
    const found = items.all(after, ITEMS_A_PAGE) as unknown as { uuid: string; ref: number }[];
    for (const { uuid, ref } of found) {
      const rows = new ArchivableRows<StoredTransfer>(ms, (row, follows) => {
        const [timestampMs, nth, player, scene, x, y, z] = row;
        spans.add(ref, timestampMs, nth, rowChecksum(row), follows);
        const { action, world, server } = dictionaries.contextTexts(scene);
        page.itemId.push(uuid);
        page.timestampMs.push(timestampMs);
        page.nth.push(nth);
        page.playerId.push(dictionaries.playerId(player));
        page.action.push(action);
        page.world.push(world);
        page.x.push(x);
        page.y.push(y);
        page.z.push(z);
        page.server.push(server);
      });
      for (const read of readsOf(transfers, ref, ms)) {
        for (const row of read) {
          rows.take(row, row[2], row[0]);
          if (page.itemId.length < ROWS_A_GROUP) continue;
          yield page;
          page = emptyColumns();
        }
      }
    }
    if (found.length < ITEMS_A_PAGE) break;
    after = found.at(-1)?.uuid as string;
  }
  yield page;
}

/**
 * Yields an item's rows before this time and the first one after it, so that later months are not read every time. One read returns its
 * rows as one text, which takes half the time.
 */
function* readsOf(transfers: StatementSync, item: number, beforeMs: number): Generator<StoredTransfer[]> {
  for (let [lastMs, lastNth, hasMore] = [-1, 0, true]; hasMore; ) {
    const found = JSON.parse(
      transfers.get(item, lastMs, lastNth, item, beforeMs, beforeMs)?.rows as string,
    ) as StoredTransfer[];
    const last = found.at(-1);
    if (last !== undefined) [lastMs, lastNth] = last;
    hasMore = found.length === ROWS_A_READ;
    yield found;
  }
}
