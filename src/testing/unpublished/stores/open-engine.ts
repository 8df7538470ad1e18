import { type Log, SILENT_LOG } from "../../../core/storage-face.ts";
import type { SqliteConfig } from "../../../storage/engine.ts";
import { FailureLog } from "../../../storage/failure-log.ts";
import { SqliteEngine } from "../../../storage/sqlite/engine.ts";

/** Opens an engine on this file, with the server name `test`. */
export async function openEngine(
  file: string,
  options: Partial<SqliteConfig> = {},
  log: Log = SILENT_LOG,
): Promise<SqliteEngine> {
  const engine = new SqliteEngine({ engine: "sqlite", file, serverName: "test", ...options }, new FailureLog(log));
  await engine.open();
  return engine;
}
