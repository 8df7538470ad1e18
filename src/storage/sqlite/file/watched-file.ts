import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { ownerFileOf } from "../connection.ts";

/** A write-ahead log of SQLite begins with this number or the next one. */
const LOG_MAGIC = 0x377f0682;

/**
 * Watches the files of an open database, which anybody may delete, empty or replace. SQLite never notices and keeps using the files it
 * has open: it acknowledges rows that no later start will find.
 */
export class WatchedFile {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #identity: string | undefined;
  readonly #log: string;
  #logIdentity: string | undefined;
  readonly #ownerIdentity: string | undefined;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#log = `${file}-wal`;
    this.#identity = identityOf(file);
    this.#logIdentity = identityOf(this.#log);
    this.#ownerIdentity = identityOf(ownerFileOf(file));
  }

  /** True if the file with our lock is no longer at its path. Its lock still holds, but keeps nobody away from the database. */
  get isLockLost(): boolean {
    return identityOf(ownerFileOf(this.#file)) !== this.#ownerIdentity;
  }

  /** True if the files at these paths are no longer this database, or not all of it. */
  get isLost(): boolean {
    return !this.isInPlace || statOf(this.#file)?.size === 0 || this.#isLogLost;
  }

  /** True if the path still leads to the same file, whatever is in it. */
  get isInPlace(): boolean {
    return identityOf(this.#file) === this.#identity;
  }

  get #isLogLost(): boolean {
    const now = identityOf(this.#log);
    this.#logIdentity ??= now;
    if (now === undefined || now !== this.#logIdentity) return this.#logIdentity !== undefined;
    return statOf(this.#log)?.size === 0 ? this.#hasRowsInLog() : !this.#isLog();
  }

  /** An empty log is fine if another program has moved all of it into the file: then SQLite has no pages in the log. */
  #hasRowsInLog(): boolean {
    try {
      const { log } = this.#db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() as { readonly log: number };
      return log > 0;
    } catch {
      return true;
    }
  }

  /** Only the log can be read like this: closing the database's own file would end SQLite's locks on it. */
  #isLog(): boolean {
    const start = Buffer.alloc(4);
    const descriptor = openSync(this.#log, "r");
    try {
      readSync(descriptor, start);
    } finally {
      closeSync(descriptor);
    }
    return start.readUInt32BE() >>> 1 === LOG_MAGIC >>> 1;
  }
}

/** Identifies the file at a path: a different file of the same name has a different identity. `undefined` if there is none. */
function identityOf(file: string): string | undefined {
  const stat = statOf(file);
  return stat && `${stat.dev}:${stat.ino}`;
}

/** Also returns `undefined` for a path that cannot be followed, such as a link to itself. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
