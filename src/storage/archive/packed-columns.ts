import { type ArchiveColumns, COLUMNS } from "./files/archive-columns.ts";
import { type PackedTexts, packNumbers, packTexts, unpackNumbers, unpackTexts } from "./files/pack-column.ts";

type Column = (typeof COLUMNS)[number];

/** Rows on their way between threads. Every text in a message costs time to copy: here each comes once, and numbers are not copied. */
export type PackedColumns = { readonly [Name in Column]: PackedTexts | Float64Array };

const NUMBERS: ReadonlySet<Column> = new Set(["timestampMs", "nth", "x", "y", "z"]);

export function packColumns(columns: ArchiveColumns): PackedColumns {
  const pack = (name: Column) =>
    NUMBERS.has(name) ? packNumbers(columns[name] as number[]) : packTexts(columns[name] as string[]);
  return Object.fromEntries(COLUMNS.map((name) => [name, pack(name)])) as PackedColumns;
}

export function unpackColumns(packed: PackedColumns): ArchiveColumns {
  const unpack = (column: PackedColumns[Column]): unknown[] =>
    column instanceof Float64Array ? unpackNumbers(column) : unpackTexts(column);
  return Object.fromEntries(COLUMNS.map((name) => [name, unpack(packed[name])])) as unknown as ArchiveColumns;
}

/** Returns the buffers that can be transferred without a copy. */
export function buffersOf(packed: PackedColumns): ArrayBuffer[] {
  return COLUMNS.map((name) => {
    const column = packed[name];
    return (column instanceof Float64Array ? column : column.ofRows).buffer as ArrayBuffer;
  });
}
