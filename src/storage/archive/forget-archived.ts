import type { ArchiveFolder, Manifest } from "./files/archive-folder.ts";
import { monthStart } from "./files/month.ts";
import { rewriteMonth } from "./rewrite-month.ts";

export function isForgettable({ rows, minMs, isCleared }: Manifest, beforeMs: number): boolean {
  return rows > 0 && isCleared && minMs < monthStart(beforeMs);
}

/**
 * Deletes rows from before the month of this time, in the archive's files that are none of the other servers': this one may have had
 * another name when it wrote them. Deletes whole months, so that a file is rewritten at most once a month. The manifest of a deleted file
 * stays, and shows that the month was archived. Returns the number of deleted rows.
 */
export async function forgetArchived(
  folder: ArchiveFolder,
  otherServers: ReadonlySet<string>,
  beforeMs: number,
): Promise<number> {
  return folder.whileHeld(() => forget(folder, otherServers, beforeMs));
}

async function forget(folder: ArchiveFolder, otherServers: ReadonlySet<string>, beforeMs: number): Promise<number> {
  const oldestKept = monthStart(beforeMs);
  let forgotten = 0;
  for (const manifest of folder.manifests()) {
    if (otherServers.has(manifest.server) || !isForgettable(manifest, beforeMs)) continue;
    if (manifest.maxMs < oldestKept) {
      folder.empty(manifest);
      forgotten += manifest.rows;
      continue;
    }
    forgotten += await rewriteMonth(folder, manifest, (columns, at) =>
      (columns.timestampMs[at] as number) < oldestKept ? "drop" : "keep",
    );
  }
  return forgotten;
}
