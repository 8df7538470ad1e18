import { readdirSync, rmSync, statfsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DoubletakeError } from "../../../core/storage-face.ts";
import { putInPlace } from "../../sync-to-disk.ts";

/** The name of a copy that is being made. One that was cut short is removed, and never passes for the whole file. */
const DRAFT = ".saving";
/** What the steps of an upgrade may take beside the copy: they rewrite the rows that are not compacted. */
const ROOM_FOR_STEPS_BYTES = 64 * 1024 * 1024;
const BYTES_A_MB = 1024 * 1024;

/** The copy of a database of an older layout, which is the way back after an upgrade. */
export class LayoutCopy {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #file: string;

  constructor(db: DatabaseSync, file: string, version: number, nowMs: number) {
    const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
    this.path = `${file}.layout-${version}-${stamp}.backup`;
    this.#db = db;
    this.#file = file;
  }

  /** Writes everything committed so far, including the write-ahead log, as a compact draft. */
  make(): void {
    this.#removeDrafts();
    this.#requireRoom();
    this.#db.prepare("VACUUM INTO ?").run(this.path + DRAFT);
  }

  /** Gives the draft its final name. */
  putInPlace(): void {
    putInPlace(this.path + DRAFT, this.path);
  }

  /** Call this only while the file has its old layout. */
  remove(): void {
    rmSync(this.path, { force: true });
    this.#removeDrafts();
  }

  /** Also those of a start that was killed. */
  #removeDrafts(): void {
    const [folder, name] = [dirname(this.#file), basename(this.#file)];
    for (const found of readdirSync(folder)) {
      if (found.startsWith(`${name}.layout-`) && found.includes(`.backup${DRAFT}`))
        rmSync(join(folder, found), { force: true });
    }
  }

  /** A copy that fills the disk would take the room for the world's saves, again at each try. */
  #requireRoom(): void {
    const needed = this.#bytes() + ROOM_FOR_STEPS_BYTES;
    const free = freeBytes(dirname(this.#file));
    if (free === undefined || free >= needed) return;
    throw new DoubletakeError(
      "DT_STORE_FULL",
      `The database ${this.#file} has to be brought to a newer layout and is copied first, which takes ${inMb(needed)} MB of free disk space; ` +
        `${inMb(free)} MB are free. Free some space in ${dirname(this.#file)}; nothing else needs to be done.`,
    );
  }

  #bytes(): number {
    const value = (name: string) => this.#db.prepare(`PRAGMA ${name}`).get()?.[name] as number;
    return (value("page_count") - value("freelist_count")) * value("page_size");
  }
}

/** `undefined` if the file system does not say. */
function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks > 0 ? bavail * bsize : undefined;
  } catch {
    return undefined;
  }
}

function inMb(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_MB);
}
