import { type ArchiveColumns, partsAt } from "./files/archive-columns.ts";
import { verify } from "./files/archive-file.ts";
import type { ArchiveFolder, Manifest } from "./files/archive-folder.ts";
import { ArchiveWriter } from "./files/archive-writer.ts";
import { packColumns } from "./files/packed-columns.ts";
import { RowFacts } from "./files/row-facts.ts";
import { RowGroup } from "./files/row-group.ts";

/** What happens to a row: it stays, it was changed in place, or it is dropped. */
type Fate = "keep" | "changed" | "drop";

/**
 * Rewrites a month with the changes that `fateOf` makes, and replaces the old file in one step. Does nothing if all rows stay. Repairs
 * a manifest that does not match its file because the process ended between the two. Resolves with the number of changed and dropped rows.
 */
export async function rewriteMonth(
  folder: ArchiveFolder,
  manifest: Manifest,
  fateOf: (columns: ArchiveColumns, at: number) => Fate,
): Promise<number> {
  const { month } = manifest;
  const file = await folder.open(month);
  let touched = 0;
  try {
    const writer = await ArchiveWriter.open(folder.draftOf(month));
    const found = new RowFacts();
    const kept = new RowGroup();
    for await (const columns of file.allGroups()) {
      found.add(packColumns(columns));
      for (let at = 0; at < columns.itemId.length; at++) {
        const fate = fateOf(columns, at);
        if (fate !== "keep") touched++;
        if (fate === "drop") continue;
        kept.add(partsAt(columns, at));
        if (kept.isFull) writer.add(kept.take());
      }
    }
    writer.add(kept.take());
    const facts = writer.finish();
    if (touched === 0) {
      folder.clearDrafts();
      const foundFacts = found.finish();
      if (foundFacts.checksum !== manifest.checksum) folder.writeManifest({ ...manifest, ...foundFacts });
      return 0;
    }
    await verify(folder.draftOf(month), facts);
    folder.adoptDraft(month);
    folder.writeManifest({ ...manifest, ...facts });
    return touched;
  } finally {
    await file.close();
  }
}
