import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DoubletakeError } from "../../../core/storage-face.ts";
import type { FailureLog } from "../../failure-log.ts";
import { claimOwnership, connect, isInUse, waitForLocks } from "../connection.ts";
import { sqliteFailure } from "../failures.ts";
import { migrate, requireNewestLayout } from "../migrate.ts";
import { setAside } from "./lost-file.ts";

/** How long a reader waits for a lock. In WAL mode there is one only while the writer opens or closes the file. */
const READER_WAIT_MS = 5000;
const READER_CACHE_KIB = 64 * 1024;

/**
 * Opens the database and brings it to the newest layout. A damaged file is set aside as it is, and an empty one is started:
 * so the game stays watched, and the old file can be repaired by hand.
 */
export function openFile(
  file: string,
  isDamaged: boolean,
  log: FailureLog,
): { readonly db: DatabaseSync; readonly owner: DatabaseSync } {
  mkdirSync(dirname(file), { recursive: true });
  const owner = claimOwnership(file);
  try {
    if (isDamaged) beginAnew(file, log);
    try {
      return { db: openNewest(file, log), owner };
    } catch (cause) {
      if (sqliteFailure(cause, file).code !== "DT_STORE_DAMAGED") throw cause;
      beginAnew(file, log);
      return { db: openNewest(file, log), owner };
    }
  } catch (cause) {
    owner.close();
    throw cause;
  }
}

/** Opens the file read-only, so that it cannot disturb a server that writes to it. */
export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) {
    throw new DoubletakeError(
      "DT_STORE_UNREACHABLE",
      `There is no database ${file} yet: start the game server once, or name its folder with --dir.`,
    );
  }
  requireReadable(file);
  try {
    return openReader(file, file);
  } catch (cause) {
    // Even a reader of a file in WAL mode writes beside it. That fails in a read-only folder and on a full disk.
    if (sqliteFailure(cause, file).code === "DT_STORE_DAMAGED" || !isClosed(file)) throw cause;
    try {
      return openReader(`${pathToFileURL(file)}?immutable=1`, file);
    } catch {
      throw cause;
    }
  }
}

function openReader(name: string, file: string): DatabaseSync {
  const db = new DatabaseSync(name, { readOnly: true });
  try {
    waitForLocks(db, READER_WAIT_MS);
    db.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
    requireNewestLayout(db, file);
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    const text = `The database ${file} cannot be read by this user: run the command as the game server's user.`;
    throw new DoubletakeError("DT_STORE_DENIED", text, { cause });
  }
}

/** True if everything is in the file itself: no server has it open, and the last one left no log beside it. */
function isClosed(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 && !isInUse(file);
}

function openNewest(file: string, log: FailureLog): DatabaseSync {
  const db = connect(file);
  try {
    const onCopy = (copy: string): void => {
      log.info(
        `The database ${file} is brought to a newer layout. First it is copied to ${copy}; rows wait in memory until that is done.`,
      );
    };
    const backup = migrate(db, file, { nowMs: Date.now(), onCopy });
    if (backup) log.info(`The database ${file} was brought to a newer layout. The file as it was: ${backup}`);
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function beginAnew(file: string, log: FailureLog): void {
  const target = setAside(file);
  log.failure(
    "damaged",
    `The database ${file} is damaged. It was moved to ${target}, and Doubletake goes on with an empty one. To get ` +
      `the old data back: stop the server, run  sqlite3 "${target}" .recover | sqlite3 "${file}.recovered"  , check the ` +
      `result, and put it in the place of ${file}; or restore a backup.`,
  );
}
