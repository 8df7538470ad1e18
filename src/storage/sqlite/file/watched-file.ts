import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** How SQLite begins a write-ahead log: this number, or the next one. */
const LOG_MAGIC = 0x377f0682;

/**
 * The files of an open database, which anybody may delete, empty or put others in the place of. Until the database is opened anew
 * SQLite goes on with what it has open, and never notices: rows are acknowledged that no later start will find.
 */
export class WatchedFile {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #identity: string | undefined;
  readonly #log: string;
  #logIdentity: string | undefined;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#log = `${file}-wal`;
    this.#identity = identityOf(file);
    this.#logIdentity = identityOf(this.#log);
  }

  /** True when what is there under its name is not this database any more, or not all of it. */
  get isLost(): boolean {
    return !this.isInPlace || statOf(this.#file)?.size === 0 || this.#isLogLost;
  }

  /** True when the file is where it was, whatever is in it. */
  get isInPlace(): boolean {
    return identityOf(this.#file) === this.#identity;
  }

  get #isLogLost(): boolean {
    const now = identityOf(this.#log);
    this.#logIdentity ??= now;
    if (now === undefined || now !== this.#logIdentity) return this.#logIdentity !== undefined;
    return statOf(this.#log)?.size === 0 ? this.#hasRowsInLog() : !this.#isLog();
  }

  /** Another program may have brought all of the log into the file, and emptied it: then SQLite knows of nothing in it. */
  #hasRowsInLog(): boolean {
    try {
      const { log } = this.#db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() as { readonly log: number };
      return log > 0;
    } catch {
      return true;
    }
  }

  /** Only the log is read like this: to close the database's own file would end the locks that SQLite has on it. */
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

/** Which file a path names, whatever it is called: another one under the same name has another. `undefined` when there is none. */
function identityOf(file: string): string | undefined {
  const stat = statOf(file);
  return stat && `${stat.dev}:${stat.ino}`;
}

/** `undefined` also for what nobody can follow, such as a link to itself. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
