import type { DatabaseSync } from "node:sqlite";
import { readDeed } from "./deed.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { formOfStored, readStoredText } from "./places.ts";
import type { Progress } from "./progress.ts";
import { RecentRows } from "./recent-rows.ts";

/** What stood in `recent` when the file was opened. */
export interface LoadedRows {
  /** Rows of a run that was being folded when the program ended; those folded already are left out. */
  readonly unfinished: RecentRows;
  readonly recent: RecentRows;
}

interface StoredRow {
  readonly seq: number;
  readonly item: number;
  readonly ts: number;
  readonly deed: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
  readonly place: string | null;
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
  for (const row of db.prepare("SELECT * FROM recent ORDER BY seq").iterate()) {
    const { seq, item, ts, deed, x, y, z, place } = row as unknown as StoredRow;
    const isOfRun = seq <= progress.foldThrough;
    if (isOfRun && item <= progress.foldedItem) continue;
    const rows = isOfRun ? unfinished : recent;
    const { player, scene, isTransfer } = readDeed(deed);
    rows.add(item, ts, player, scene, x ?? 0, y ?? 0, z ?? 0, x === null, isTransfer);
    if (place === null) continue;
    const location = dictionaries.location(scene, x, y, z);
    const text = readStoredText(place, dictionaries.playerId(player), location);
    rows.confirmCustody(rows.placeIndex(text), formOfStored(place));
  }
  return { unfinished, recent };
}
