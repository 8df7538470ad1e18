import type { DatabaseSync, StatementSync } from "node:sqlite";
import { eachRow } from "../../each-row.ts";
import { type ChangedRecord, changedRecord } from "./changed-records.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { formOfStored, readStoredText } from "./places.ts";
import type { Progress } from "./progress.ts";
import { RecentRows } from "./recent-rows.ts";
import { RecordText } from "./record-text.ts";
import { readRecord, recordCrc, SELECT_RECORDS, type StoredRecord } from "./stored-record.ts";

/** Appends rows on the disk, one record a write. */
export class AppendArea {
  readonly #append: StatementSync;
  readonly #text = new RecordText();

  constructor(db: DatabaseSync) {
    this.#append = db.prepare(
      `INSERT INTO recent_records (seq, base, rows, crc)
       VALUES ((SELECT coalesce(max(seq), 0) FROM recent_records) + ?, ?, CAST(? AS TEXT), ?)`,
    );
  }

  /** Writes the rows from this one on. */
  append(rows: RecentRows, from: number): void {
    if (from >= rows.length) return;
    const [base, text] = [rows.ts(from), this.#text.of(rows, from)];
    this.#append.run(rows.length - from, base, text, recordCrc(base, text));
  }
}

/** The rows that were in no other table when the file was opened. */
interface LoadedRows {
  /** Rows of a run that was being compacted when the program ended, without those already compacted. */
  readonly unfinished: RecentRows;
  readonly recent: RecentRows;
  /** Records that are not as they were written. They are still in the table. */
  readonly changed: readonly ChangedRecord[];
}

/** `room` is for the rows that are still to come. */
export function loadRecent(
  db: DatabaseSync,
  dictionaries: Dictionaries,
  progress: Progress,
  room: Int32Array,
): LoadedRows {
  const unfinished = new RecentRows();
  const recent = new RecentRows(room);
  const changed: ChangedRecord[] = [];
  let seqBefore: number | undefined;
  for (const row of eachRow(db.prepare(SELECT_RECORDS))) {
    const record = row as unknown as StoredRecord;
    const seq = Number(record.seq);
    const stored = readRecord(record);
    if (stored === undefined) changed.push(changedRecord(record, seqBefore));
    seqBefore = seq;
    const isOfRun = seq <= progress.compactThrough;
    const rows = isOfRun ? unfinished : recent;
    for (const [item, sinceBase, signedPlayer, context, x, y, z, place] of stored ?? []) {
      if (isOfRun && item <= progress.compactedItem) continue;
      const player = Math.abs(signedPlayer);
      const ts = (record.base as number) + sinceBase;
      rows.add(item, ts, player, context, x ?? 0, y ?? 0, z ?? 0, x === null, signedPlayer > 0);
      if (place === undefined || place === null) continue;
      const text = readStoredText(place, dictionaries.playerId(player), dictionaries.location(context, x, y, z));
      rows.confirmCustody(rows.placeIndex(text), formOfStored(place));
    }
  }
  return { unfinished, recent, changed };
}
