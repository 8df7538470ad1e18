/** The thread on which `backUpStore` copies an SQLite file. */
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import type { BackupJob } from "./backup.ts";

const { from, to } = workerData as BackupJob;
const db = new DatabaseSync(from, { readOnly: true });
try {
  // A pragma, because Node 22.13 has no option for it.
  db.exec("PRAGMA busy_timeout = 5000");
  db.prepare("VACUUM INTO ?").run(to);
} finally {
  db.close();
}
