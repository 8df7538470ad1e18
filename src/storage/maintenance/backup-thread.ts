/** The thread on which `backUpStore` copies an SQLite file. */
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import type { BackupJob } from "./backup.ts";

const { from, to } = workerData as BackupJob;
const db = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
try {
  db.prepare("VACUUM INTO ?").run(to);
} finally {
  db.close();
}
