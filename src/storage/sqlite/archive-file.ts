import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DoubletakeError } from "../../core/records.ts";
import { sqliteMigrations } from "../migrations/sqlite/index.ts";
import { waitForLocks } from "./connection.ts";

/** How long a reader waits for a lock; in WAL mode there is one only while the file is opened or closed by its writer. */
const LOCK_WAIT_MS = 5000;
const SQLITE_BUSY = 5;
const CACHE_KIB = 64 * 1024;

/** Opens the file read-only: nothing that is done through it can disturb a server that writes to it. */
export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) {
    throw new DoubletakeError(
      "DT_STORE_UNREACHABLE",
      `There is no database ${file} yet: start the game server once, or name its folder with --dir.`,
    );
  }
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    waitForLocks(db, LOCK_WAIT_MS);
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    requireLayout(db, file);
    return db;
  } catch (cause) {
    db.close();
    throw cause;
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
    if ((((cause as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY) return true;
    throw cause;
  } finally {
    db.close();
  }
}

function requireLayout(db: DatabaseSync, file: string): void {
  const version = db.prepare("PRAGMA user_version").get()?.user_version as number;
  if (version === sqliteMigrations.length) return;
  if (version > sqliteMigrations.length) {
    throw new DoubletakeError(
      "DT_STORE_TOO_NEW",
      `The database ${file} was written by a newer Doubletake: use that version's command.`,
    );
  }
  throw new DoubletakeError(
    "DT_STORE_UNREACHABLE",
    `The database ${file} has the layout of an older Doubletake: start the game server once, which brings it up to date.`,
  );
}
