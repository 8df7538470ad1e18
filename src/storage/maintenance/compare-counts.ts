import { DoubletakeError } from "../../core/model/records.ts";
import type { Archive } from "../archive/archive.ts";
import { openArchive } from "../archive/open-archive.ts";
import type { EngineConfig } from "../engine.ts";
import { COPY_NOTE } from "./copy-target.ts";

/** Of one kind of row: how many the source has, and how many the target has now. */
export interface CopiedCount {
  readonly what: string;
  readonly source: number;
  readonly target: number;
}

/** Counts both sides anew; throws when they differ. */
export async function compareCounts(source: Archive, to: EngineConfig): Promise<CopiedCount[]> {
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

async function bothCounts(source: Archive, to: EngineConfig): Promise<CopiedCount[]> {
  const target = await openArchive(to);
  try {
    const [ours, theirs] = [await countsOf(source), await countsOf(target)];
    return Object.entries(ours).map(([what, count]) => ({ what, source: count, target: theirs[what] ?? 0 }));
  } finally {
    await target.close();
  }
}

async function countsOf(archive: Archive): Promise<Record<string, number>> {
  const { items, transfers, cases, openCases, custody } = await archive.counts();
  const notes = new Map(await archive.notes());
  notes.delete(COPY_NOTE);
  return {
    items,
    transfers,
    // Those without a name are there as soon as a row names them.
    "named players": (await archive.namedPlayers()).length,
    places: custody,
    cases,
    "open cases": openCases,
    "quarantined items": (await archive.quarantined({})).length,
    "open claims": (await archive.openClaims()).length,
    notes: notes.size,
  };
}
