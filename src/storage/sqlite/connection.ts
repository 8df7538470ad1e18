import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DoubletakeError } from "../../core/model/records.ts";

/** How long a write waits for another program's lock before it counts as a failure. */
const LOCK_WAIT_MS = 1000;
const SQLITE_BUSY = 5;
/** The log is copied into the file after this many pages: fewer pages would mean more waiting for the disk. */
const CHECKPOINT_PAGES = 2000;
const CACHE_KIB = 32 * 1024;
/** The write-ahead log is cut back to this after a checkpoint, so that one busy hour does not keep the disk. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Opens the file for writing. `synchronous` NORMAL in WAL mode: what is committed survives the end of the process at any
 * moment; after a power loss the file is intact and the last seconds may be missing.
 */
export function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    waitForLocks(db, LOCK_WAIT_MS);
    db.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES}; PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA temp_store = MEMORY`);
    // Reading the schema finds a header that is none, or a first page that is broken.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

/** How long each statement waits for another program's lock. As a pragma: Node 22.13 has no option for it. */
export function waitForLocks(db: DatabaseSync, ms: number): void {
  db.exec(`PRAGMA busy_timeout = ${ms}`);
}

/**
 * Makes this the only Doubletake that writes to the file: what it holds in memory (references, recent rows) is right
 * only while nobody else writes. The lock lies on a file beside the database and ends with the process, however it ends;
 * other programs can read the database meanwhile.
 */
export function claimOwnership(file: string): DatabaseSync {
  const lock = new DatabaseSync(`${file}-owner`);
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new DoubletakeError(
      "DT_STORE_LOCKED",
      `The database ${file} is in use by another running Doubletake. Give each server its own folder, or use PostgreSQL for a network of servers.`,
      { cause },
    );
  }
}

/** True while a Doubletake writes to the file: it holds a lock on the file beside it. */
export function isInUse(file: string): boolean {
  const lock = `${file}-owner`;
  if (!existsSync(lock)) return false;
  const db = new DatabaseSync(lock, { readOnly: true });
  try {
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (cause) {
    if (isBusy(cause)) return true;
    throw cause;
  } finally {
    db.close();
  }
}

/** Runs the work in one transaction that writes; when it throws, nothing of it happened. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (cause) {
    rollBack(db);
    throw cause;
  }
}

/** Ends a transaction without a trace. Node 22.13 cannot tell whether there is one, so it is tried. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // A full disk or a broken file has ended the transaction already.
  }
}

export function isBusy(cause: unknown): boolean {
  return (((cause as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY;
}
