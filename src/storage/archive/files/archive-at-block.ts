import type { BlockPosition, Page, TransferAtBlock } from "../../../core/storage-face.ts";
import { type ArchiveRow, contentOf, rowAt } from "./archive-columns.ts";
import type { ArchiveFolder, Manifest } from "./archive-folder.ts";

/**
 * Returns a page of the transfers at a block of this server, continued in the archive. `fromStore` has all rows up to the end of the page;
 * `before` are the manifests from before the store was asked.
 */
export async function continueAtBlock(
  folder: ArchiveFolder,
  before: readonly Manifest[],
  fromStore: readonly TransferAtBlock[],
  block: BlockPosition,
  server: string,
  { offset, limit }: Page,
  materialOf: (itemId: string) => Promise<string>,
): Promise<TransferAtBlock[]> {
  const cleared = new Set(before.filter(({ isCleared }) => isCleared).map(({ month }) => month));
  const rows = [...fromStore];
  for (const { month, rows: count } of folder.manifests()) {
    if (count === 0) continue;
    const found = await rowsAt(folder, month, block, server);
    const stored = cleared.has(month) ? undefined : new Set(fromStore.map((row) => contentOf(archiveRowOf(row))));
    for (const row of found) if (!stored?.has(contentOf(row))) rows.push(transferOf(row));
  }
  // The sort is stable, so the store's rows keep their order.
  const page = rows.sort((a, b) => b.timestamp - a.timestamp).slice(offset, offset + limit);
  return Promise.all(
    page.map(async (row) => (row.material === "" ? { ...row, material: await materialOf(row.itemId) } : row)),
  );
}

/** Returns the last row first. */
async function rowsAt(
  folder: ArchiveFolder,
  month: string,
  { world, x, y, z }: BlockPosition,
  server: string,
): Promise<ArchiveRow[]> {
  const rows: ArchiveRow[] = [];
  for await (const { columns, found } of folder.groupsWith(month, "x", x)) {
    for (const at of found) {
      const isThere = columns.y[at] === y && columns.z[at] === z && columns.server[at] === server;
      if (isThere && (world === undefined || columns.world[at] === world)) rows.push(rowAt(columns, at));
    }
  }
  return rows.sort((a, b) => b.timestampMs - a.timestampMs || b.nth - a.nth);
}

function transferOf({ itemId, playerId, action, location, timestampMs, server }: ArchiveRow): TransferAtBlock {
  return { itemId, material: "", playerUUID: playerId, action, location, timestamp: timestampMs, server };
}

function archiveRowOf({ itemId, playerUUID, action, location, timestamp, server = "" }: TransferAtBlock) {
  return { itemId, playerId: playerUUID, action, location, timestampMs: timestamp, server };
}
