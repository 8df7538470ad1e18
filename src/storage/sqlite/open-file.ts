import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { FailureLog } from "../failure-log.ts";
import { sqliteMigrations } from "../migrations/sqlite/index.ts";
import { claimOwnership, connect } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { setAside } from "./set-aside.ts";
import { sqliteFailure } from "./sqlite-failure.ts";

/**
 * Opens the database and brings it to the newest layout. A file that is damaged is set aside, whole, and an empty one
 * begun: the game goes on being watched, and the old file can be repaired by hand.
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

function openNewest(file: string, log: FailureLog): DatabaseSync {
  const db = connect(file);
  try {
    const backup = migrate(db, file, sqliteMigrations, Date.now());
    if (backup) log.info(`The database ${file} was brought to a newer layout. The file as it was: ${backup}`);
    return db;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function beginAnew(file: string, log: FailureLog): void {
  const target = setAside(file, Date.now());
  log.failure(
    "damaged",
    `The database ${file} is damaged. It was moved to ${target}, and Doubletake goes on with an empty one. To get ` +
      `the old data back: stop the server, run  sqlite3 "${target}" .recover | sqlite3 "${file}.recovered"  , check the ` +
      `result, and put it in the place of ${file}; or restore a backup.`,
  );
}
