import type { TransferRecord } from "../../../core/storage-face.ts";
import type { ArchiveFolder, Manifest } from "./archive-folder.ts";
import { type HistoryPart, mergeHistory } from "./merge-history.ts";

/**
 * Continues an item's history in the archive. `fromStore` are the store's rows, the newest first. `before` are the manifests from before
 * the store was asked.
 */
export async function continueHistory(
  folder: ArchiveFolder,
  before: readonly Manifest[],
  fromStore: readonly TransferRecord[],
  itemId: string,
  limit: number,
): Promise<TransferRecord[]> {
  if (isEnough(fromStore, folder.manifests(), limit)) return [...fromStore];
  const cleared = new Set(before.filter(({ isCleared }) => isCleared).map(({ month }) => month));
  const parts: HistoryPart[] = [];
  for (const { month, rows } of folder.manifests()) {
    if (rows === 0) continue;
    const file = await folder.open(month);
    try {
      parts.push({ wasCleared: cleared.has(month), rows: await file.rowsOf(itemId) });
    } finally {
      await file.close();
    }
  }
  return mergeHistory(fromStore, parts, limit);
}

/** True if the store's rows fill the limit and are newer than the whole archive. The store also keeps some old rows. */
function isEnough(fromStore: readonly TransferRecord[], manifests: readonly Manifest[], limit: number): boolean {
  const oldest = fromStore[limit - 1]?.timestamp;
  return oldest !== undefined && manifests.every(({ rows, maxMs }) => rows === 0 || maxMs < oldest);
}
