import { rewriteMonth } from "./rewrite-month.ts";
import { monthOf } from "./sealed/month.ts";
import type { Manifest, SealedFolder } from "./sealed/sealed-folder.ts";

/** What retention does not keep is forgotten by whole months: a file is written anew once a month at most. */
function startOfMonth(ms: number): number {
  return Date.parse(`${monthOf(ms)}-01T00:00:00Z`);
}

export function isForgettable({ rows, minMs, isCleared }: Manifest, beforeMs: number): boolean {
  return rows > 0 && isCleared && minMs < startOfMonth(beforeMs);
}

/**
 * Deletes from the archive what is older than the month of this time, in the files of this server. The manifest of a file that is gone
 * stays: it says that the month was archived. Says how many rows went.
 */
export async function forgetSealed(folder: SealedFolder, server: string, beforeMs: number): Promise<number> {
  const oldestKept = startOfMonth(beforeMs);
  let forgotten = 0;
  for (const manifest of folder.manifests()) {
    if (manifest.server !== server || !isForgettable(manifest, beforeMs)) continue;
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
