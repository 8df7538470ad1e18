import type { Engine, EngineConfig } from "./engine.ts";
import type { FailureLog } from "./failure-log.ts";

/** Only the engine that is asked for is loaded: a server with SQLite needs no PostgreSQL driver, and the reverse. */
export async function createEngine(config: EngineConfig, log: FailureLog): Promise<Engine> {
  if (config.engine === "postgres") {
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(config, log);
  }
  const { SqliteEngine } = await import("./sqlite/sqlite-engine.ts");
  return new SqliteEngine(config, log);
}
