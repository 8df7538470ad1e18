import type { HandledItem, Page } from "../../../core/storage-face.ts";
import { type ArchiveRow, rowAt } from "./archive-columns.ts";
import type { ArchiveFolder } from "./archive-folder.ts";

/**
 * Returns a page of the items that a player has handled. The store knows all of them, because it keeps the player's earliest row of each.
 * The latest row may be in the archive. `fromStore` has all items up to the end of the page.
 */
export async function continueHandled(
  folder: ArchiveFolder,
  fromStore: readonly HandledItem[],
  playerId: string,
  { offset, limit }: Page,
  materialOf: (itemId: string) => Promise<string>,
): Promise<HandledItem[]> {
  const handled = new Map(fromStore.map((item) => [item.itemId, item]));
  for (const row of await latestRows(folder, playerId)) {
    const { itemId, action, location, timestampMs, server } = row;
    const known = handled.get(itemId);
    if (known !== undefined && known.lastTimestamp >= timestampMs) continue;
    const last = { lastAction: action, lastLocation: location, lastTimestamp: timestampMs, lastServer: server };
    handled.set(itemId, { itemId, material: known?.material ?? "", ...last });
  }
  const page = [...handled.values()].sort((a, b) => b.lastTimestamp - a.lastTimestamp).slice(offset, offset + limit);
  return Promise.all(
    page.map(async (item) => (item.material === "" ? { ...item, material: await materialOf(item.itemId) } : item)),
  );
}

/** Returns the player's latest archived row of each item. */
async function latestRows(folder: ArchiveFolder, playerId: string): Promise<ArchiveRow[]> {
  const latest = new Map<string, ArchiveRow>();
  for (const { month, rows } of folder.manifests()) {
    if (rows === 0) continue;
    for await (const { columns, found } of folder.groupsWith(month, "playerId", playerId)) {
      for (const at of found) {
        const row = rowAt(columns, at);
        const known = latest.get(row.itemId);
        if (known === undefined || isLater(row, known)) latest.set(row.itemId, row);
      }
    }
  }
  return [...latest.values()];
}

function isLater(a: ArchiveRow, b: ArchiveRow): boolean {
  return a.timestampMs > b.timestampMs || (a.timestampMs === b.timestampMs && a.nth > b.nth);
}
