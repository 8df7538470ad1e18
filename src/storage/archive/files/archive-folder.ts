import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileMetaData } from "hyparquet";
import { DoubletakeError, errorText } from "../../../core/storage-face.ts";
import { holdLock } from "../../sqlite/connection.ts";
import { putInPlace, syncNames } from "../../sync-to-disk.ts";
import type { ArchiveColumns, COLUMNS } from "./archive-columns.ts";
import { ArchiveFile } from "./archive-file.ts";
import type { Month } from "./month.ts";
import type { FileFacts } from "./row-facts.ts";

/** Shows that a month is sealed: its file is complete and was read back. A file without a manifest is no part of the archive. */
export interface Manifest extends FileFacts {
  readonly format: 1;
  /** The file holds all rows up to the end of this month that were not archived before. Most, but not all, are of this month. */
  readonly month: Month;
  /** The server that archived it. */
  readonly server: string;
  /** True once its rows are gone from the store. Until then they are in both, and readers of both must skip them once. */
  readonly isCleared: boolean;
}

const LOCK_FILE = "lock";

/** How many files' metadata is remembered. Reading it takes longer than finding an item with it. */
const MAX_OUTLINES = 24;

/** A folder of sealed months: `<month>.parquet` with its manifest `<month>.json`. */
export class ArchiveFolder {
  readonly path: string;
  readonly #outlines = new Map<string, FileMetaData>();

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the manifests in order of months. If the folder is missing, nothing was archived. */
  manifests(): Manifest[] {
    return this.#names()
      .filter((name) => /^\d{4,}-\d\d\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(this.path, name), "utf8")) as Manifest)
      .sort((a, b) => a.month.localeCompare(b.month));
  }

  fileOf(month: Month): string {
    return join(this.path, `${month}.parquet`);
  }

  /** Returns the path under which a month is written at first. */
  draftOf(month: Month): string {
    return join(this.path, `${month}.parquet.draft`);
  }

  make(): void {
    mkdirSync(this.path, { recursive: true });
  }

  /**
   * Does this work while nobody else changes the archive: two that did would write over each other's files. Throws `DT_STORE_LOCKED` if
   * somebody does. The lock ends with the process, however that ends.
   */
  async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    this.make();
    const lock = this.#hold();
    try {
      return await work();
    } finally {
      lock?.close();
    }
  }

  #hold(): { close(): void } | undefined {
    try {
      const text = `The archive ${this.path} is in use by another Doubletake. Servers that do not share a database each need a folder of their own.`;
      return holdLock(join(this.path, LOCK_FILE), text);
    } catch (cause) {
      if (cause instanceof DoubletakeError) throw cause;
      // Some network drives have no locks.
      return undefined;
    }
  }

  /** Tells a file from any other, and from itself if it was written to; empty if it is gone. */
  stampOf(path: string): string {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  }

  /** Gives a draft that was read back its final name. It is no part of the archive until its manifest is written. */
  adoptDraft(month: Month): void {
    renameSync(this.draftOf(month), this.fileOf(month));
    syncNames(this.path);
  }

  /** Seals the month, or changes its manifest. */
  writeManifest(manifest: Manifest): void {
    const path = join(this.path, `${manifest.month}.json`);
    writeFileSync(`${path}.draft`, `${JSON.stringify(manifest, undefined, 2)}\n`);
    putInPlace(`${path}.draft`, path);
  }

  /** Deletes the month's rows, but keeps the manifest. Nobody opens the file of a manifest without rows. */
  empty(manifest: Manifest): void {
    this.writeManifest({ ...manifest, rows: 0, checksum: "", minMs: 0, maxMs: 0 });
    rmSync(this.fileOf(manifest.month), { force: true });
  }

  /** Removes the manifest first, because a file without one does not count. In a shared folder both may be another server's by now. */
  remove({ month, server }: Manifest): void {
    if (!this.manifests().some((manifest) => manifest.month === month && manifest.server === server)) return;
    for (const name of [`${month}.json`, `${month}.parquet`]) rmSync(join(this.path, name), { force: true });
  }

  /** Removes drafts of interrupted work, and files of months that were never sealed. */
  clearDrafts(): void {
    const sealed = new Set(this.manifests().flatMap(({ month, rows }) => (rows > 0 ? [`${month}.parquet`] : [])));
    for (const name of this.#names()) {
      const isLeft = name.endsWith(".draft") || (/^\d{4,}-\d\d\.parquet$/.test(name) && !sealed.has(name));
      if (isLeft) rmSync(join(this.path, name), { force: true });
    }
  }

  async open(month: Month): Promise<ArchiveFile> {
    const path = this.fileOf(month);
    let key: string;
    let file: ArchiveFile;
    try {
      const { mtimeMs, size } = statSync(path);
      key = `${path} ${mtimeMs} ${size}`;
      file = await ArchiveFile.open(path, this.#outlines.get(key));
    } catch (cause) {
      throw unreadable(path, cause);
    }
    this.#outlines.delete(key);
    this.#outlines.set(key, file.metadata);
    const [oldest] = this.#outlines.keys();
    if (this.#outlines.size > MAX_OUTLINES && oldest !== undefined) this.#outlines.delete(oldest);
    return file;
  }

  /**
   * Yields the groups of a month in which a column has this value, each with the positions of the rows that have it. Reads that one column,
   * and the others only if it has the value.
   */
  async *groupsWith<Name extends (typeof COLUMNS)[number]>(
    month: Month,
    name: Name,
    value: ArchiveColumns[Name][number],
  ): AsyncGenerator<{ readonly columns: ArchiveColumns; readonly found: readonly number[] }> {
    const file = await this.open(month);
    try {
      for (let group = 0; group < file.groups; group++) {
        const values: readonly unknown[] = await file.column(group, name);
        const found = values.flatMap((of, at) => (of === value ? [at] : []));
        if (found.length > 0) yield { columns: await file.group(group), found };
      }
    } finally {
      await file.close();
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.path);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw unreadable(this.path, cause);
    }
  }
}

function unreadable(path: string, cause: unknown): DoubletakeError {
  const why = errorText(cause);
  const text = `${path} of the archive cannot be read: put it back, or let this user read it (${why}).`;
  return new DoubletakeError("DT_FOLDER_DENIED", text, { cause });
}
