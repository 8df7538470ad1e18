import { DatabaseSync } from "node:sqlite";
import { eachRow } from "../../each-row.ts";
import type { TransferFilter } from "../../reader/store-reader.ts";
import { type ArchiveColumns, type ArchiveRow, rowAt } from "./archive-columns.ts";
import type { ArchiveFile } from "./archive-file.ts";
import type { ArchiveFolder, Manifest } from "./archive-folder.ts";

/** Up to this many items are looked up one by one. For more, everything is read. */
const MAX_LOOKUPS = 200;

/** Yields the archive's rows that match the filter, in the order of the files. */
export async function* transfersInArchive(
  folder: ArchiveFolder,
  manifests: readonly Manifest[],
  filter: TransferFilter,
): AsyncGenerator<readonly ArchiveRow[]> {
  const { itemIds, sinceMs = Number.NEGATIVE_INFINITY, beforeMs = Number.POSITIVE_INFINITY } = filter;
  for (const { month, rows, minMs, maxMs } of manifests) {
    if (rows === 0 || maxMs < sinceMs || minMs >= beforeMs) continue;
    const file = await folder.open(month);
    try {
      const isWanted = matcher(filter);
      if (itemIds !== undefined && itemIds.length <= MAX_LOOKUPS) {
        for (const itemId of new Set(itemIds)) yield (await file.rowsOf(itemId)).filter(isWanted);
      } else yield* allRows(file, filter, isWanted);
    } finally {
      await file.close();
    }
  }
}

async function* allRows(
  file: ArchiveFile,
  { playerId }: TransferFilter,
  isWanted: (row: ArchiveRow) => boolean,
): AsyncGenerator<readonly ArchiveRow[]> {
  for (let group = 0; group < file.groups; group++) {
    // One column shows whether the others are worth reading.
    if (playerId !== undefined && !(await file.column(group, "playerId")).includes(playerId)) continue;
    const columns = await file.group(group);
    yield rowsOf(columns).filter(isWanted);
  }
}

function rowsOf(columns: ArchiveColumns): ArchiveRow[] {
  return columns.itemId.map((_, at) => rowAt(columns, at));
}

function matcher({ itemIds, playerId, sinceMs, beforeMs, server }: TransferFilter): (row: ArchiveRow) => boolean {
  const items = itemIds && new Set(itemIds);
  return (row) =>
    (items === undefined || items.has(row.itemId)) &&
    (playerId === undefined || row.playerId === playerId) &&
    (sinceMs === undefined || row.timestampMs >= sinceMs) &&
    (beforeMs === undefined || row.timestampMs < beforeMs) &&
    (server === undefined || row.server === server);
}

/** Sorts these rows by time in a temporary database, which uses the disk if it grows. */
export async function sortedTransfers(
  pages: AsyncIterable<readonly ArchiveRow[]>,
  direction: "ASC" | "DESC",
): Promise<{ readonly rows: Iterator<ArchiveRow>; close(): void }> {
  const db = new DatabaseSync("");
  db.exec(
    "CREATE TABLE t (timestampMs INTEGER, itemId TEXT, nth INTEGER, playerId TEXT, action TEXT, location TEXT, server TEXT)",
  );
  const insert = db.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)");
  db.exec("BEGIN");
  for await (const page of pages) {
    for (const row of page) {
      insert.run(row.timestampMs, row.itemId, row.nth, row.playerId, row.action, row.location, row.server);
    }
  }
  db.exec("COMMIT");
  const sorted = db.prepare(`SELECT * FROM t ORDER BY timestampMs ${direction}, itemId ${direction}, nth`);
  const rows = eachRow(sorted) as Generator<unknown> as Generator<ArchiveRow>;
  const close = () => {
    rows.return(undefined);
    db.close();
  };
  return { rows, close };
}
