/**
 * A program that is killed while it archives: `node archive-program.ts <engine> <file or url> <folder> <before ms> <server> <step>`. It
 * kills itself with SIGKILL when the second month has reached that step. Without a step it works to the end.
 */

import { SILENT_LOG } from "../../src/core/model/log.ts";
import { archiveRun } from "../../src/storage/archive/archive-run.ts";
import { ArchiveFolder } from "../../src/storage/archive/files/archive-folder.ts";
import type { Engine } from "../../src/storage/engine.ts";
import { FailureLog } from "../../src/storage/failure-log.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { postgresArchiveSource } from "../../src/storage/postgres/upkeep/archive-source.ts";
import { SqliteEngine } from "../../src/storage/sqlite/engine.ts";
import { sqliteArchiveSource } from "../../src/storage/sqlite/upkeep/archive-source.ts";

const [kind = "", where = "", folder = "", before = "", serverName = "", killAt = ""] = process.argv.slice(2);
/** Few enough that a small month takes several steps. */
const ROWS_A_STEP = 200;
/** After so many steps of clearing, the first of them are done. */
const ROWS_ARE_GONE = 3;
let clearings = 0;
const isPostgres = kind === "postgres";
const engine: Engine = isPostgres
  ? new PostgresEngine({ url: where, serverName })
  : new SqliteEngine({ engine: "sqlite", file: where, serverName }, new FailureLog(SILENT_LOG));
await engine.open();
const beforeMs = Number(before);
while ((await engine.archiveReadyStep(beforeMs)) !== "ready");
const source = isPostgres ? await postgresArchiveSource(where, serverName) : sqliteArchiveSource(where);
await archiveRun({
  folder: new ArchiveFolder(folder),
  source,
  server: serverName,
  beforeMs,
  clear: (rows) => engine.clearArchived(rows),
  clearSpans: (spans) => engine.clearArchivedSpans(spans),
  markCleared: (month) => engine.markCleared(month),
  rowsAStep: ROWS_A_STEP,
  onStep: (step, month) => {
    if (step !== killAt || month !== "2026-02") return;
    if (step !== "clearing" || ++clearings === ROWS_ARE_GONE) process.kill(process.pid, "SIGKILL");
  },
});
await source.close();
await engine.close();
