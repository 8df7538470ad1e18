import type { EngineConfig } from "../engine.ts";
import { NO_FAILURE_LOG } from "../failure-log.ts";
import { allSteps, type OnDeleted, type PurgeScope } from "./purge-steps.ts";

/**
 * Deletes transfers in small steps, but keeps the newest row per item and the earliest per item and player. A server may
 * run meanwhile: on PostgreSQL the rows are deleted beside it, on SQLite the server is asked to delete them itself.
 * Resolves with the number of deleted rows.
 */
export async function purgeTransfers(config: EngineConfig, scope: PurgeScope, onDeleted: OnDeleted): Promise<number> {
  if (config.engine === "postgres") {
    const { purgePostgres } = await import("../postgres/upkeep/purge-beside.ts");
    return purgePostgres(config.url, scope, onDeleted);
  }
  const { isInUse } = await import("../sqlite/connection.ts");
  if (isInUse(config.file)) {
    const { askServerToPurge } = await import("../sqlite/upkeep/purge-beside.ts");
    return askServerToPurge(config.file, scope, onDeleted);
  }
  const { SqliteEngine } = await import("../sqlite/engine.ts");
  const engine = new SqliteEngine(config, NO_FAILURE_LOG);
  await engine.open();
  try {
    const { olderThanMs, ...request } = scope;
    return await allSteps(() => engine.purgeStep(olderThanMs, request), onDeleted);
  } finally {
    await engine.close();
  }
}
