import type { EngineConfig } from "../engine.ts";
import type { Archive } from "./archive.ts";

/** Opens the database for reading. Rejects with `DT_STORE_UNREACHABLE` when there is none yet. */
export async function openArchive(config: EngineConfig): Promise<Archive> {
  if (config.engine === "postgres") {
    const { openPostgresArchive } = await import("../postgres/archive.ts");
    return openPostgresArchive(config);
  }
  const { openSqliteArchive } = await import("../sqlite/archive.ts");
  return openSqliteArchive(config);
}
