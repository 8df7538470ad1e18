import type { DatabaseSync } from "node:sqlite";

/** Runs the work in one transaction that writes; when it throws, nothing of it happened. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (cause) {
    // A full disk or a broken file may have ended the transaction already.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw cause;
  }
}
