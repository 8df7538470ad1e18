import type { DatabaseSync } from "node:sqlite";
import { eachRow } from "../../each-row.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { formOfStored, readStoredText } from "./places.ts";
import type { Progress } from "./progress.ts";
import { RecentRows } from "./recent-rows.ts";

/** The rows of `recent` when the file was opened. */
interface LoadedRows {
  /** Rows of a run that was being compacted when the program ended, without those already compacted. */
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
  for (const row of eachRow(db.prepare("SELECT * FROM recent ORDER BY seq"))) {
    const { seq, item, ts, deed: actorAction, x, y, z, place } = row as unknown as StoredRow;
    const isOfRun = seq <= progress.compactThrough;
    if (isOfRun && item <= progress.compactedItem) continue;
    const rows = isOfRun ? unfinished : recent;
    const { player, context, isTransfer } = readActorAction(actorAction);
    rows.add(item, ts, player, context, x ?? 0, y ?? 0, z ?? 0, x === null, isTransfer);
    if (place === null) continue;
    const location = dictionaries.location(context, x, y, z);
    const text = readStoredText(place, dictionaries.playerId(player), location);
    rows.confirmCustody(rows.placeIndex(text), formOfStored(place));
  }
  return { unfinished, recent };
}

/**
 * `recent` has player and context in one column (`deed`), because binding a value costs as much as storing it. The player's reference is
 * above the context's. The value is negative if the row is no transfer but only confirms custody.
 */
const CONTEXTS = 2 ** 24;
const PLAYERS = 2 ** 29;

export function actorActionOf(player: number, context: number, isTransfer: boolean): number {
  if (context >= CONTEXTS || player >= PLAYERS) throw new RangeError("too many different contexts or players");
  const actorAction = player * CONTEXTS + context;
  return isTransfer ? actorAction : -actorAction;
}

function readActorAction(actorAction: number): {
  readonly player: number;
  readonly context: number;
  readonly isTransfer: boolean;
} {
  const size = Math.abs(actorAction);
  return { player: Math.floor(size / CONTEXTS), context: size % CONTEXTS, isTransfer: actorAction > 0 };
}
