import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "../../../core/storage-face.ts";
import { ArchivableRows } from "../../archive/archivable.ts";
import { type ArchiveSource, LONE_ARCHIVER } from "../../archive/archive-source.ts";
import { CLEARED_NOTE, readClearedMonths } from "../../archive/cleared-months.ts";
import { type Month, monthOf } from "../../archive/files/month.ts";
import type { PackedColumns } from "../../archive/files/packed-columns.ts";
import { RowGroup } from "../../archive/files/row-group.ts";
import { openReadOnly } from "../file/open-file.ts";
import { Dictionaries } from "../writing/dictionaries.ts";
import { itemReads } from "./item-reads.ts";
import { rowChecksum } from "./row-checksum.ts";
import { RowSpans } from "./row-spans.ts";

/** Reads beside the server, in short statements: a long one would keep the write-ahead log from being truncated. */
export function sqliteArchiveSource(file: string): ArchiveSource {
  const db = openReadOnly(file);
  return {
    ...LONE_ARCHIVER,
    monthsBefore: async (ms) => monthsBefore(db, ms),
    rowsBefore(ms) {
      const spans = new RowSpans();
      return { groups: groupsBefore(db, ms, spans), spans };
    },
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

async function* groupsBefore(db: DatabaseSync, ms: number, spans: RowSpans): AsyncGenerator<PackedColumns> {
  // Its caches may outlive changes by the server, because a reference never changes its meaning.
  const dictionaries = new Dictionaries(db, "");
  const group = new RowGroup();
  let archivable = new ArchivableRows(ms);
  for (const { itemId, isFirst, rows, from, end } of itemReads(db, ms)) {
    if (isFirst) archivable = new ArchivableRows(ms);
    // The last row has no later one, or is read again.
    for (let at = from; at < end - 1; at++) {
      const [item, timestampMs, nth] = [rows.item[at] as number, rows.ts[at] as number, rows.nth[at] as number];
      const [player, scene] = [rows.player[at] as number, rows.scene[at] as number];
      const [x = null, y = null, z = null] = [rows.x[at], rows.y[at], rows.z[at]];
      const checksum = rowChecksum(timestampMs, nth, player, scene, x, y, z);
      if (!archivable.mayLeave(player, timestampMs, true)) {
        spans.keep(item, checksum);
        continue;
      }
      spans.add(item, timestampMs, nth, checksum, archivable.follows);
      const { action, world, server } = dictionaries.contextTexts(scene);
      const playerId = dictionaries.playerId(player);
      group.add({ itemId, timestampMs, nth, playerId, action, world, x, y, z, server });
      if (group.isFull) yield group.take();
    }
  }
  yield group.take();
}
