import type { ColumnSource, ParquetWriter } from "hyparquet-writer";
import { syncToDisk } from "../../sync-to-disk.ts";
import { type ArchiveColumns, COLUMNS, emptyColumns, sliceColumns } from "./archive-columns.ts";
import { FILE_NAMES, SCHEMA } from "./archive-schema.ts";
import type { PackedTexts } from "./pack-column.ts";
import { type FileFacts, type PackedIds, RowFacts } from "./row-facts.ts";

/** Larger groups make smaller files, but a longer search within one. Rows that come in pages of this size are not copied. */
export const ROWS_A_GROUP = 65_536;
/** About four thousand rows; finding one row reads at least this much. */
const PAGE_BYTES = 16_384;
/** How many rows are sampled to guess whether times repeat. */
const SAMPLE = 1000;

/** Writes one file. Its rows must come sorted by item, and by time within an item. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #parquet: ParquetWriter;
  readonly #facts = new RowFacts();
  #waiting = emptyColumns();

  private constructor(file: string, parquet: ParquetWriter) {
    this.#file = file;
    this.#parquet = parquet;
  }

  static async open(file: string): Promise<ArchiveWriter> {
    const { ParquetWriter, fileWriter } = await import("hyparquet-writer");
    return new ArchiveWriter(file, new ParquetWriter({ writer: fileWriter(file), schema: SCHEMA }));
  }

  /** Rows that are not written yet. Add rows to it, then call `flush`, which may replace it: ask for it again afterwards. */
  get waiting(): ArchiveColumns {
    return this.#waiting;
  }

  add(rows: ArchiveColumns): void {
    if (this.#waiting.itemId.length === 0 && rows.itemId.length === ROWS_A_GROUP) {
      this.#writeGroup(rows);
      return;
    }
    for (const name of COLUMNS) {
      const to = this.#waiting[name] as unknown[];
      for (const value of rows[name]) to.push(value);
    }
    this.flush();
  }

  /** Writes all complete groups. */
  flush(): void {
    while (this.#waiting.itemId.length >= ROWS_A_GROUP) {
      this.#writeGroup(sliceColumns(this.#waiting, 0, ROWS_A_GROUP));
      this.#waiting = sliceColumns(this.#waiting, ROWS_A_GROUP, this.#waiting.itemId.length);
    }
  }

  /** When this returns, the file is complete and on the disk. */
  finish(): FileFacts {
    this.flush();
    if (this.#waiting.itemId.length > 0) this.#writeGroup(this.#waiting);
    this.#parquet.finish();
    syncToDisk(this.#file);
    return this.#facts.finish();
  }

  #writeGroup(columns: ArchiveColumns): void {
    const packed = this.#facts.add(columns);
    const columnData = COLUMNS.map((name) => columnOf(name, columns, packed));
    this.#parquet.write({ columnData, rowGroupSize: ROWS_A_GROUP, pageSize: PAGE_BYTES });
  }
}

/** Chooses the encoding that makes each column smallest. Without one, the library chooses. */
function columnOf(column: (typeof COLUMNS)[number], columns: ArchiveColumns, packed: PackedIds): ColumnSource {
  const [name, data] = [FILE_NAMES[column], columns[column]];
  switch (column) {
    case "itemId":
      return { name, data: uuidBytes(packed.itemId), encoding: "RLE_DICTIONARY", columnIndex: true };
    case "playerId":
      return { name, data: uuidBytes(packed.playerId), encoding: "RLE_DICTIONARY" };
    case "action":
    case "world":
    case "server":
      return { name, data, encoding: "RLE_DICTIONARY" };
    case "timestampMs": {
      const times = columns.timestampMs.map(BigInt);
      return repeats(columns.timestampMs)
        ? { name, data: times }
        : { name, data: times, encoding: "DELTA_BINARY_PACKED" };
    }
    case "nth":
    case "y":
      return { name, data };
    default:
      return columns[column].includes(null) ? { name, data } : { name, data, encoding: "DELTA_BINARY_PACKED" };
  }
}

/** Returns the same object for the same id, because the library recognises repeated objects. */
function uuidBytes({ values, ofRows }: PackedTexts): Uint8Array[] {
  const bytes = values.map((id) => Uint8Array.from(Buffer.from(id.replaceAll("-", ""), "hex")));
  return Array.from(ofRows, (value) => bytes[value] as Uint8Array);
}

function repeats(times: readonly number[]): boolean {
  const step = Math.max(1, Math.floor(times.length / SAMPLE));
  const sample = times.filter((_, at) => at % step === 0);
  return new Set(sample).size * 2 < sample.length;
}
