import { type ArchiveColumns, COLUMNS } from "./archive-columns.ts";
import { type PackedTexts, packNumbers, packTexts, unpackNumbers, unpackTexts } from "./pack-column.ts";

const NUMBER_COLUMNS = ["timestampMs", "nth", "x", "y", "z"] as const;
const TEXT_COLUMNS = ["itemId", "playerId", "action", "world", "server"] as const;

type NumberColumn = (typeof NUMBER_COLUMNS)[number];
type TextColumn = (typeof TEXT_COLUMNS)[number];

type ByColumn<Texts, Numbers> = { readonly [Name in TextColumn]: Texts } & { readonly [Name in NumberColumn]: Numbers };

/**
 * Rows with each text once and no object for a number, on their way into a file, back from it, or between threads: in a message every text
 * costs time to copy, and numbers are not copied.
 */
export type PackedColumns = ByColumn<PackedTexts, Float64Array<ArrayBuffer>>;

export function packColumns(columns: ArchiveColumns): PackedColumns {
  return eachColumn(
    (name) => packTexts(columns[name]),
    (name) => packNumbers(columns[name]),
  );
}

/** Makes something for every column. */
export function eachColumn<Texts, Numbers>(
  texts: (name: TextColumn) => Texts,
  numbers: (name: NumberColumn) => Numbers,
): ByColumn<Texts, Numbers> {
  return Object.fromEntries([
    ...TEXT_COLUMNS.map((name) => [name, texts(name)]),
    ...NUMBER_COLUMNS.map((name) => [name, numbers(name)]),
  ]) as ByColumn<Texts, Numbers>;
}

export function unpackColumns(packed: PackedColumns): ArchiveColumns {
  const unpack = (column: PackedTexts | Float64Array): unknown[] =>
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
