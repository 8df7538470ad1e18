import type { DatabaseSync, StatementSync } from "node:sqlite";
import { eachRow } from "../../each-row.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { formOfStored, readStoredText } from "./places.ts";
import type { Progress } from "./progress.ts";
import { RecentRows } from "./recent-rows.ts";
import { RecordText } from "./record-text.ts";

/** Appends rows on the disk, one record a write. */
export class AppendArea {
  readonly #append: StatementSync;
  readonly #text = new RecordText();

  constructor(db: DatabaseSync) {
    this.#append = db.prepare(
      `INSERT INTO recent_records (seq, base, rows)
       VALUES ((SELECT coalesce(max(seq), 0) FROM recent_records) + ?, ?, CAST(? AS TEXT))`,
    );
  }

  /** Writes the rows from this one on. */
  append(rows: RecentRows, from: number): void {
    if (from < rows.length) this.#append.run(rows.length - from, rows.ts(from), this.#text.of(rows, from));
  }
}

/** The rows that were in no other table when the file was opened. */
interface LoadedRows {
  /** Rows of a run that was being compacted when the program ended, without those already compacted. */
  readonly unfinished: RecentRows;
  readonly recent: RecentRows;
}

type StoredRow = [
  item: number,
  sinceBase: number,
  player: number,
  context: number,
  x: number | null,
  y: number | null,
  z: number | null,
  place?: string | null,
];

/** `room` is for the rows that are still to come. */
export function loadRecent(
  db: DatabaseSync,
  dictionaries: Dictionaries,
  progress: Progress,
  room: Int32Array,
): LoadedRows {
  const unfinished = new RecentRows();
  const recent = new RecentRows(room);
  for (const record of eachRow(db.prepare("SELECT seq, base, rows FROM recent_records ORDER BY seq"))) {
    const isOfRun = (record.seq as number) <= progress.compactThrough;
    const rows = isOfRun ? unfinished : recent;
    for (const row of JSON.parse(record.rows as string) as StoredRow[]) {
      const [item, sinceBase, signedPlayer, context, x, y, z, place] = row;
      if (isOfRun && item <= progress.compactedItem) continue;
      const player = Math.abs(signedPlayer);
      const ts = (record.base as number) + sinceBase;
      rows.add(item, ts, player, context, x ?? 0, y ?? 0, z ?? 0, x === null, signedPlayer > 0);
      if (place === undefined || place === null) continue;
      const text = readStoredText(place, dictionaries.playerId(player), dictionaries.location(context, x, y, z));
      rows.confirmCustody(rows.placeIndex(text), formOfStored(place));
    }
  }
  return { unfinished, recent };
}
