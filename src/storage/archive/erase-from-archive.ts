import type { Erasure } from "../maintenance/erasure.ts";
import { rewriteMonth } from "./rewrite-month.ts";
import type { SealedFolder } from "./sealed/sealed-folder.ts";

/** Replaces the player in every file, and returns in how many rows. A file without the player is left as it is. */
export async function eraseFromArchive(folder: SealedFolder, { playerId, pseudonymId }: Erasure): Promise<number> {
  let rows = 0;
  folder.clearDrafts();
  for (const manifest of folder.manifests()) {
    if (manifest.rows === 0) continue;
    rows += await rewriteMonth(folder, manifest, (columns, at) => {
      if (columns.playerId[at] !== playerId) return "keep";
      columns.playerId[at] = pseudonymId;
      return "changed";
    });
  }
  return rows;
}
