import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { DoubletakeError, idFromBytes } from "../../../core/storage-face.ts";
import { type ArchiveColumns, type ArchiveRow, COLUMNS, emptyColumns, rowAt } from "./archive-columns.ts";
import { FILE_NAMES } from "./archive-schema.ts";
import { type FileFacts, RowFacts } from "./row-facts.ts";
import { RowGroup } from "./row-group.ts";

/** The library's own parser for ids takes ten times as long, and many ids are read to find one. */
const PARSERS = { timestampFromMilliseconds: (ms: bigint) => Number(ms), uuidFromBytes: idFromBytes };

/**
 * One file of the archive, opened for reading. It yields to the event loop between any two pieces of work, so that other work on the
 * thread never waits longer than some milliseconds.
 */
export class ArchiveFile {
  readonly #handle: FileHandle;
  readonly #file: AsyncBuffer;
  readonly #metadata: FileMetaData;

  private constructor(handle: FileHandle, file: AsyncBuffer, metadata: FileMetaData) {
    this.#handle = handle;
    this.#file = file;
    this.#metadata = metadata;
  }

  /** `known` is the metadata from an earlier opening of the same file. */
  static async open(path: string, known?: FileMetaData): Promise<ArchiveFile> {
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      const file = bufferOf(handle, size);
      const { parquetMetadataAsync } = await import("hyparquet");
      return new ArchiveFile(handle, file, known ?? (await parquetMetadataAsync(file)));
    } catch (cause) {
      await handle.close();
      throw cause;
    }
  }

  get metadata(): FileMetaData {
    return this.#metadata;
  }

  get groups(): number {
    return this.#metadata.row_groups.length;
  }

  /** Returns an item's rows, the oldest first. Reads only the pages that can hold it. */
  async rowsOf(itemId: string): Promise<ArchiveRow[]> {
    const { parquetReadObjects } = await import("hyparquet");
    const found = await parquetReadObjects({
      file: this.#file,
      metadata: this.#metadata,
      filter: { [FILE_NAMES.itemId]: { $eq: itemId } },
      usePageIndex: true,
      useOffsetIndex: true,
      parsers: PARSERS,
    });
    const columns = emptyColumns();
    for (const row of found) {
      for (const name of COLUMNS) (columns[name] as unknown[]).push(row[FILE_NAMES[name]] ?? null);
    }
    return found.map((_, at) => rowAt(columns, at));
  }

  /** Reads one column of one group. */
  async column<Name extends (typeof COLUMNS)[number]>(group: number, name: Name): Promise<ArchiveColumns[Name]> {
    const values: unknown[] = [];
    await this.#readColumn(group, name, (some) => {
      // A missing value comes as undefined.
      for (let at = 0; at < some.length; at++) values.push(some[at] ?? null);
    });
    return values as unknown as ArchiveColumns[Name];
  }

  async #readColumn(
    group: number,
    name: (typeof COLUMNS)[number],
    onValues: (some: ArrayLike<unknown>) => void,
  ): Promise<void> {
    const { parquetRead } = await import("hyparquet");
    const rows = this.#metadata.row_groups.map(({ num_rows }) => Number(num_rows));
    const rowStart = rows.slice(0, group).reduce((sum, count) => sum + count, 0);
    await parquetRead({
      file: this.#file,
      metadata: this.#metadata,
      columns: [FILE_NAMES[name]],
      rowStart,
      rowEnd: rowStart + (rows[group] as number),
      parsers: PARSERS,
      onChunk: ({ columnData }) => onValues(columnData as ArrayLike<unknown>),
    });
    await nextTurn();
  }

  async group(group: number): Promise<ArchiveColumns> {
    const columns: Partial<Record<string, unknown[]>> = {};
    for (const name of COLUMNS) columns[name] = await this.column(group, name);
    return columns as unknown as ArchiveColumns;
  }

  async *allGroups(): AsyncGenerator<ArchiveColumns> {
    for (let at = 0; at < this.groups; at++) yield await this.group(at);
  }

  /** Reads the whole file, and returns the facts about it. */
  async facts(): Promise<FileFacts> {
    const facts = new RowFacts();
    for (let group = 0; group < this.groups; group++) {
      const rows = new RowGroup(Number(this.#metadata.row_groups[group]?.num_rows));
      for (const name of COLUMNS) {
        const column = rows.columns[name] as { pushAll(some: ArrayLike<unknown>): void };
        await this.#readColumn(group, name, (some) => column.pushAll(some));
      }
      facts.add(rows.take());
    }
    return facts.finish();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Reads a written file back. Throws `DT_STORE_DAMAGED` if it does not hold what was written. */
export async function verify(path: string, wanted: FileFacts): Promise<void> {
  const file = await ArchiveFile.open(path);
  try {
    const found = await file.facts();
    if (found.rows === wanted.rows && found.checksum === wanted.checksum) return;
    throw new DoubletakeError(
      "DT_STORE_DAMAGED",
      `${path} does not hold what was written to it (${found.rows} of ${wanted.rows} rows were read back). Nothing was deleted; check the disk.`,
    );
  } finally {
    await file.close();
  }
}

function bufferOf(handle: FileHandle, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(end - start);
      await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
}
