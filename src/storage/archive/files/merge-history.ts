import type { TransferRecord } from "../../../core/storage-face.ts";
import type { ArchiveRow } from "./archive-columns.ts";

/** An item's rows in one file, the oldest first. */
export interface HistoryPart {
  /** True if the rows were gone from the store before the store was asked. Otherwise each may be in both. */
  readonly wasCleared: boolean;
  readonly rows: readonly ArchiveRow[];
}

/**
 * Merges an item's history from the store's rows (the newest first) and the archive's. A row that is in both counts once. Rows of one
 * millisecond come in reverse order of insertion: the archive's rows have their position, and the store's rows fill the gaps.
 */
export function mergeHistory(
  fromStore: readonly TransferRecord[],
  parts: readonly HistoryPart[],
  limit: number,
): TransferRecord[] {
  const archived = new Map<number, ArchiveRow[]>();
  const doubled = new Map<string, number>();
  for (const { rows, wasCleared } of parts) {
    for (const row of rows) {
      const ofMoment = archived.get(row.timestampMs) ?? [];
      archived.set(row.timestampMs, ofMoment);
      ofMoment.push(row);
      const key = contentOf(recordOf(row));
      if (!wasCleared) doubled.set(key, (doubled.get(key) ?? 0) + 1);
    }
  }
  const stored = Map.groupBy(
    fromStore.toReversed().filter((record) => {
      const times = doubled.get(contentOf(record)) ?? 0;
      doubled.set(contentOf(record), times - 1);
      return times <= 0;
    }),
    ({ timestamp }) => timestamp,
  );
  const moments = [...new Set([...stored.keys(), ...archived.keys()])].sort((a, b) => b - a);
  return moments
    .flatMap((moment) => inOrderOfInsertion(stored.get(moment) ?? [], archived.get(moment) ?? [], recordOf).reverse())
    .slice(0, limit);
}

/** Returns an item's rows of one millisecond in the order of insertion. */
export function inOrderOfInsertion<Row>(
  stored: readonly Row[],
  archived: readonly ArchiveRow[],
  read: (row: ArchiveRow) => Row,
): Row[] {
  const rest = archived.toSorted((a, b) => a.nth - b.nth);
  const waiting = [...stored];
  const ordered: Row[] = [];
  while (rest.length + waiting.length > 0) {
    const next = rest[0];
    if (next !== undefined && (next.nth <= ordered.length || waiting.length === 0)) {
      ordered.push(read(next));
      rest.shift();
    } else ordered.push(waiting.shift() as Row);
  }
  return ordered;
}

function recordOf({ playerId, action, location, timestampMs, server }: ArchiveRow): TransferRecord {
  return { playerUUID: playerId, action, location, timestamp: timestampMs, server };
}

function contentOf({ playerUUID, action, location, timestamp, server = "" }: TransferRecord): string {
  return `${timestamp} ${playerUUID} ${action}\n${location}\n${server}`;
}
