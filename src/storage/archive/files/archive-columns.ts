import { exactBlock } from "../../../core/storage-face.ts";

/**
 * Transfers on their way into the archive and out of it, as a list per column. If the location is no block, `world` is its whole text,
 * and `x`, `y` and `z` are null. `nth` numbers an item's rows of one millisecond in their order.
 */
export interface ArchiveColumns {
  readonly itemId: string[];
  readonly timestampMs: number[];
  readonly nth: number[];
  readonly playerId: string[];
  readonly action: string[];
  readonly world: string[];
  readonly x: (number | null)[];
  readonly y: (number | null)[];
  readonly z: (number | null)[];
  readonly server: string[];
}

export interface ArchiveRow {
  readonly itemId: string;
  readonly timestampMs: number;
  readonly nth: number;
  readonly playerId: string;
  readonly action: string;
  readonly location: string;
  readonly server: string;
}

/** A row with its location as the files have it. */
export interface ArchiveParts extends Omit<ArchiveRow, "location"> {
  readonly world: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
}

export const COLUMNS = [
  "itemId",
  "timestampMs",
  "nth",
  "playerId",
  "action",
  "world",
  "x",
  "y",
  "z",
  "server",
] as const;

export function emptyColumns(): ArchiveColumns {
  return Object.fromEntries(COLUMNS.map((name) => [name, []])) as unknown as ArchiveColumns;
}

/** Returns the row with its location split as in a file. */
export function partsOf({ location, ...row }: ArchiveRow): ArchiveParts {
  const { world, x, y, z } = exactBlock(location) ?? { world: location, x: null, y: null, z: null };
  return { ...row, world, x, y, z };
}

export function partsAt(columns: ArchiveColumns, at: number): ArchiveParts {
  return Object.fromEntries(COLUMNS.map((name) => [name, columns[name][at]])) as unknown as ArchiveParts;
}

export function rowAt(columns: ArchiveColumns, at: number): ArchiveRow {
  const [world, x, y, z] = [columns.world[at] as string, columns.x[at], columns.y[at], columns.z[at]];
  return {
    itemId: columns.itemId[at] as string,
    timestampMs: columns.timestampMs[at] as number,
    nth: columns.nth[at] as number,
    playerId: columns.playerId[at] as string,
    action: columns.action[at] as string,
    location: x === null || x === undefined ? world : `${world}:${x},${y},${z}`,
    server: columns.server[at] as string,
  };
}

export function sliceColumns(columns: ArchiveColumns, from: number, to: number): ArchiveColumns {
  return Object.fromEntries(COLUMNS.map((name) => [name, columns[name].slice(from, to)])) as unknown as ArchiveColumns;
}

/** Returns a key by which a row in the store and the same row in the archive match. Equal transfers of one millisecond share it. */
export function contentOf({
  itemId,
  timestampMs,
  playerId,
  action,
  location,
  server,
}: Omit<ArchiveRow, "nth">): string {
  return `${itemId} ${timestampMs} ${playerId} ${action}\n${location}\n${server}`;
}
