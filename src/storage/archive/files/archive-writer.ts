import type { ColumnSource, ParquetWriter } from "hyparquet-writer";
import { syncToDisk } from "../../sync-to-disk.ts";
import { COLUMNS } from "./archive-columns.ts";
import { FILE_NAMES, SCHEMA } from "./archive-schema.ts";
import { type PackedTexts, unpackNumbers, unpackTexts } from "./pack-column.ts";
import type { PackedColumns } from "./packed-columns.ts";
import { type FileFacts, RowFacts } from "./row-facts.ts";
import { ROWS_A_GROUP } from "./row-group.ts";

/** About four thousand rows; finding one row reads at least this much. */
const PAGE_BYTES = 16_384;
/** How many rows are sampled to guess whether times repeat. */
const SAMPLE = 1000;

/** Writes one file. Its rows must come sorted by item, and by time within an item. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #parquet: ParquetWriter;
  readonly #facts = new RowFacts();

  private constructor(file: string, parquet: ParquetWriter) {
    this.#file = file;
    this.#parquet = parquet;
  }

  static async open(file: string): Promise<ArchiveWriter> {
    const { ParquetWriter, fileWriter } = await import("hyparquet-writer");
    return new ArchiveWriter(file, new ParquetWriter({ writer: fileWriter(file), schema: SCHEMA }));
  }

  /** Adds a group: as many rows as a `RowGroup` takes, or fewer at the end. */
  add(rows: PackedColumns): void {
    if (rows.timestampMs.length === 0) return;
    this.#facts.add(rows);
    const columnData = COLUMNS.map((name) => columnOf(name, rows));
    this.#parquet.write({ columnData, rowGroupSize: ROWS_A_GROUP, pageSize: PAGE_BYTES });
  }

  /** When this returns, the file is complete and on the disk. */
  finish(): FileFacts {
    this.#parquet.finish();
    syncToDisk(this.#file);
    return this.#facts.finish();
  }
}

/** Chooses the encoding that makes each column smallest. Without one, the library chooses. */
function columnOf(column: (typeof COLUMNS)[number], rows: PackedColumns): ColumnSource {
  const name = FILE_NAMES[column];
  switch (column) {
    case "itemId":
      return { name, data: uuidBytes(rows.itemId), encoding: "RLE_DICTIONARY", columnIndex: true };
    case "playerId":
      return { name, data: uuidBytes(rows.playerId), encoding: "RLE_DICTIONARY" };
    case "action":
    case "world":
    case "server":
      return { name, data: unpackTexts(rows[column]), encoding: "RLE_DICTIONARY" };
    case "timestampMs": {
      const data = bigints(rows.timestampMs);
      return repeats(rows.timestampMs) ? { name, data } : { name, data, encoding: "DELTA_BINARY_PACKED" };
    }
    case "nth":
    case "y":
      return { name, data: integers(rows[column]) };
    default: {
      const data = integers(rows[column]);
      return data instanceof Int32Array ? { name, data, encoding: "DELTA_BINARY_PACKED" } : { name, data };
    }
  }
}

/** Returns the same object for the same id, because the library recognises repeated objects. */
function uuidBytes({ values, ofRows }: PackedTexts): Uint8Array[] {
  const bytes = values.map((id) => Uint8Array.from(Buffer.from(id.replaceAll("-", ""), "hex")));
  const ids: Uint8Array[] = [];
  for (let at = 0; at < ofRows.length; at++) ids.push(bytes[ofRows[at] as number] as Uint8Array);
  return ids;
}

function bigints(numbers: Float64Array): bigint[] {
  const values: bigint[] = [];
  for (let at = 0; at < numbers.length; at++) values.push(BigInt(numbers[at] as number));
  return values;
}

/** The library writes an `Int32Array` faster than a list, but null has no place in one. */
function integers(numbers: Float64Array<ArrayBuffer>): Int32Array | (number | null)[] {
  return numbers.some(Number.isNaN) ? unpackNumbers(numbers) : new Int32Array(numbers);
}

function repeats(times: Float64Array): boolean {
  const step = Math.max(1, Math.floor(times.length / SAMPLE));
  const sample = times.filter((_, at) => at % step === 0);
  return new Set(sample).size * 2 < sample.length;
}
