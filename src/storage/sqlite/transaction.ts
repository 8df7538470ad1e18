import type { DatabaseSync } from "node:sqlite";

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
