import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileMetaData } from "hyparquet";
import { DoubletakeError, errorText } from "../../../core/model/records.ts";
import type { Month } from "./month.ts";
import { SealedFile } from "./sealed-file.ts";
import { type SealedFacts, syncToDisk } from "./sealed-writer.ts";

/**
 * Says that a month is sealed: its file is whole, and was read back. What has no manifest is no part of the archive, whatever else lies in
 * the folder.
 */
export interface Manifest extends SealedFacts {
  readonly format: 1;
  /** The file holds what was not archived before, up to the end of this month; mostly, but not only, of this month. */
  readonly month: Month;
  /** The server that archived it. */
  readonly server: string;
  /** True once its rows are gone from the store. Until then they lie in both, and whoever reads both leaves them out of one. */
  readonly isCleared: boolean;
}

/** Files whose outline is remembered: reading that takes longer than finding an item by it. */
const MOST_OUTLINES = 24;

/** A folder of sealed months: `<month>.parquet` with its manifest `<month>.json`. */
export class SealedFolder {
  readonly path: string;
  readonly #outlines = new Map<string, FileMetaData>();

  constructor(path: string) {
    this.path = path;
  }

  /** In the order of the months. Nobody has archived anything when the folder is not there. */
  manifests(): Manifest[] {
    return this.#names()
      .filter((name) => /^\d{4,}-\d\d\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(this.path, name), "utf8")) as Manifest)
      .sort((a, b) => a.month.localeCompare(b.month));
  }

  fileOf(month: Month): string {
    return join(this.path, `${month}.parquet`);
  }

  /** Where a month is written before it counts. */
  draftOf(month: Month): string {
    return join(this.path, `${month}.parquet.draft`);
  }

  make(): void {
    mkdirSync(this.path, { recursive: true });
  }

  /** A draft that was read back gets its name; it is no part of the archive yet. */
  adoptDraft(month: Month): void {
    renameSync(this.draftOf(month), this.fileOf(month));
    this.#syncNames();
  }

  /** From here on the month is sealed; or what is said of it changes. */
  writeManifest(manifest: Manifest): void {
    const path = join(this.path, `${manifest.month}.json`);
    writeFileSync(`${path}.draft`, `${JSON.stringify(manifest, undefined, 2)}\n`);
    syncToDisk(`${path}.draft`);
    renameSync(`${path}.draft`, path);
    this.#syncNames();
  }

  /** Takes the month's rows away, and leaves the manifest: nobody looks for the file of one without rows. */
  empty(manifest: Manifest): void {
    this.writeManifest({ ...manifest, rows: 0, checksum: "", minMs: 0, maxMs: 0 });
    rmSync(this.fileOf(manifest.month), { force: true });
  }

  /** The manifest first: a file without one is nothing. */
  remove(month: Month): void {
    for (const name of [`${month}.json`, `${month}.parquet`]) rmSync(join(this.path, name), { force: true });
  }

  /** What an end in mid-work left, and files of months that were never sealed. */
  clearDrafts(): void {
    const sealed = new Set(this.manifests().flatMap(({ month, rows }) => (rows > 0 ? [`${month}.parquet`] : [])));
    for (const name of this.#names()) {
      const isLeft = name.endsWith(".draft") || (/^\d{4,}-\d\d\.parquet$/.test(name) && !sealed.has(name));
      if (isLeft) rmSync(join(this.path, name), { force: true });
    }
  }

  async open(month: Month): Promise<SealedFile> {
    const path = this.fileOf(month);
    let key: string;
    let file: SealedFile;
    try {
      const { mtimeMs, size } = statSync(path);
      key = `${path} ${mtimeMs} ${size}`;
      file = await SealedFile.open(path, this.#outlines.get(key));
    } catch (cause) {
      throw unreadable(path, cause);
    }
    this.#outlines.delete(key);
    this.#outlines.set(key, file.metadata);
    const [oldest] = this.#outlines.keys();
    if (this.#outlines.size > MOST_OUTLINES && oldest !== undefined) this.#outlines.delete(oldest);
    return file;
  }

  #names(): string[] {
    try {
      return readdirSync(this.path);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw unreadable(this.path, cause);
    }
  }

  /** Names are in the folder, which has to reach the disk as well. Not every system lets a folder be opened. */
  #syncNames(): void {
    try {
      syncToDisk(this.path);
    } catch {
      // The names reach the disk some seconds later: until then a power cut takes them back, and the store has the rows until the manifest is found again.
    }
  }
}

function unreadable(path: string, cause: unknown): DoubletakeError {
  const why = errorText(cause);
  const text = `${path} of the archive cannot be read: put it back, or let this user read it (${why}).`;
  return new DoubletakeError("DT_FOLDER_DENIED", text, { cause });
}
