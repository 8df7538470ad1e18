import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DoubletakeError } from "../../core/storage-face.ts";

/** How long a write waits for another program's lock before it counts as a failure. */
const LOCK_WAIT_MS = 1000;
const SQLITE_BUSY = 5;
/** The log is copied into the file after this many pages. With fewer, more time would be spent waiting for the disk. */
const CHECKPOINT_PAGES = 2000;
const CACHE_KIB = 32 * 1024;
/** The write-ahead log is truncated to this after a checkpoint, so that one busy hour does not take disk space for good. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Opens the file for writing. `synchronous` NORMAL in WAL mode means that committed rows survive the end of the process at
 * any moment. After a power cut the file is intact, but the last seconds may be missing.
 */
export function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    waitForLocks(db, LOCK_WAIT_MS);
    db.exec(`PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES}; PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA temp_store = MEMORY`);
    // Reading the schema fails if the file is no database or its first page is broken.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

/** Sets how long each statement waits for another program's lock. A pragma, because Node 22.13 has no option for it. */
export function waitForLocks(db: DatabaseSync, ms: number): void {
  db.exec(`PRAGMA busy_timeout = ${ms}`);
}

/**
 * Makes this the only Doubletake that writes to the file: its references and recent rows in memory are right only while
 * nobody else writes. The lock is on a file beside the database and ends with the process, however that ends. Other
 * programs can read the database meanwhile.
 */
export function claimOwnership(file: string): DatabaseSync {
  return holdLock(
    ownerFileOf(file),
    `The database ${file} is in use by another running Doubletake. Give each server its own folder, or use PostgreSQL for a network of servers.`,
  );
}

/** Takes the lock that is this file, until it is closed or the process ends. If another has it, throws `DT_STORE_LOCKED` with this text. */
export function holdLock(file: string, heldText: string): DatabaseSync {
  const lock = new DatabaseSync(file);
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new DoubletakeError("DT_STORE_LOCKED", heldText, { cause });
  }
}

export function ownerFileOf(file: string): string {
  return `${file}-owner`;
}

/** True while a Doubletake has the file open for writing: it holds a lock on the file beside it. */
export function isInUse(file: string): boolean {
  const lock = ownerFileOf(file);
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

/** Runs the work in one write transaction. If the work throws, nothing is changed. */
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

/** Rolls back the transaction, if there is one. Node 22.13 cannot tell, so this simply tries. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // A full disk or a broken file has already ended the transaction.
  }
}

export function isBusy(cause: unknown): boolean {
  return (((cause as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY;
}
