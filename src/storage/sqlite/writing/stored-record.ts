import { crc32 } from "node:zlib";

/** A record of the append area, as it is on the disk. If the disk has changed it, any column may hold anything. */
export interface StoredRecord {
  /** As a text, because a changed one may be too large for a number. */
  readonly seq: string;
  readonly base: unknown;
  readonly rows: unknown;
  /** Absent in a record that an older layout wrote. */
  readonly crc: unknown;
}

export const SELECT_RECORDS = `SELECT CAST(seq AS TEXT) AS seq, CAST(base AS REAL) AS base, rows, CAST(crc AS REAL) AS crc
  FROM recent_records ORDER BY recent_records.seq`;

type StoredRow = [
  item: number,
  sinceBase: number,
  player: number,
  context: number,
  x: number | null,
  y: number | null,
  z: number | null,
  place?: string | null,
];

const WORD_RANGE = 2 ** 32;

export function recordCrc(base: number, rows: string | Uint8Array): number {
  return crc32(rows, ((base / WORD_RANGE) ^ base) >>> 0);
}

/** Returns the rows of a record, or `undefined` if it is not as it was written. */
export function readRecord({ base, rows, crc }: StoredRecord): readonly StoredRow[] | undefined {
  if (typeof rows !== "string" || !Number.isSafeInteger(base)) return undefined;
  if (crc !== null) return crc === recordCrc(base as number, rows) ? JSON.parse(rows) : undefined;
  try {
    const read: unknown = JSON.parse(rows);
    return Array.isArray(read) && read.every((row) => isRow(row)) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is StoredRow {
  if (!Array.isArray(row)) return false;
  const [item, sinceBase, player, context, x, y, z, place] = row;
  const numbers = [item, sinceBase, player, context, ...(x === null ? [] : [x, y, z])];
  return numbers.every(Number.isSafeInteger) && item > 0 && context > 0 && (place == null || typeof place === "string");
}
