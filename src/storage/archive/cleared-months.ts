import type { Manifest } from "./files/archive-folder.ts";
import type { Month } from "./files/month.ts";

/** The note in which an SQLite store keeps its cleared months. In PostgreSQL a table has them. */
export const CLEARED_NOTE = "archive.cleared";

/** Reads the note. The store of a server that never archived has none. */
export function readClearedMonths(note: string | undefined): ReadonlySet<Month> {
  return new Set(note === undefined ? [] : (JSON.parse(note) as Month[]));
}

/** Returns the note with one more month. */
export function withClearedMonth(note: string | undefined, month: Month): string {
  return JSON.stringify([...new Set([...readClearedMonths(note), month])]);
}

/**
 * Returns the manifests as they are true for a store that has cleared these months. A backup from before a month was cleared still has its
 * rows, whatever the manifest says, and so has a store after a power cut that took the last deletions back.
 */
export function manifestsFor(cleared: ReadonlySet<Month>, manifests: readonly Manifest[]): Manifest[] {
  return manifests.map((manifest) => ({ ...manifest, isCleared: manifest.isCleared && cleared.has(manifest.month) }));
}
