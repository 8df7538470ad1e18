import { DoubletakeError } from "../../core/storage-face.ts";
import type { EngineConfig } from "../engine.ts";
import { openReader } from "../reader/open-reader.ts";
import type { StoreReader } from "../reader/store-reader.ts";
import { COPY_NOTE } from "./copy-target.ts";

/** How many rows of one kind the source has, and how many the target has now. */
export interface CopiedCount {
  readonly what: string;
  readonly source: number;
  readonly target: number;
}

/** Counts both sides, and throws if they differ. */
export async function compareCounts(source: StoreReader, to: EngineConfig): Promise<CopiedCount[]> {
  const counts = await bothCounts(source, to);
  const different = counts.filter(({ source, target }) => source !== target);
  if (different.length > 0) {
    const list = different.map(({ what, source, target }) => `${what}: ${source} and ${target}`).join(", ");
    throw new DoubletakeError(
      "DT_STORE_DAMAGED",
      `The copy is not complete (${list}). Empty the target and try again.`,
    );
  }
  return counts;
}

async function bothCounts(source: StoreReader, to: EngineConfig): Promise<CopiedCount[]> {
  const target = await openReader(to);
  try {
    const [ours, theirs] = [await countsOf(source), await countsOf(target)];
    return Object.entries(ours).map(([what, count]) => ({ what, source: count, target: theirs[what] ?? 0 }));
  } finally {
    await target.close();
  }
}

async function countsOf(reader: StoreReader): Promise<Record<string, number>> {
  const { items, transfers, cases, openCases, custody } = await reader.counts();
  const notes = new Map(await reader.notes());
  notes.delete(COPY_NOTE);
  return {
    items,
    transfers,
    // Players without a name are left out: they exist as soon as a row refers to them.
    "named players": (await reader.namedPlayers()).length,
    places: custody,
    cases,
    "open cases": openCases,
    "quarantined items": (await reader.quarantined({})).length,
    "open claims": (await reader.openClaims()).length,
    notes: notes.size,
  };
}
