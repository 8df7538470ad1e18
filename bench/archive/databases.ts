import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EngineConfig } from "../../src/storage/engine.ts";
import { startPostgres } from "../../test/support/postgres-server.ts";
import { checkpointedBytes } from "../store/sqlite-writing.ts";
import { bytesOfTables } from "../store-postgres/table-bytes.ts";

/** A database that is to be archived. What is measured of it is for comparison. */
export interface ArchivedDatabase {
  readonly config: EngineConfig;
  /** What all tables and indexes take on disk. */
  bytes(): number | Promise<number>;
  /** How long it takes to write all of it once more. */
  copySeconds(): number | Promise<number>;
  /** Ends the database's server, if it has one. */
  remove(): void | Promise<void>;
}

export function sqliteDatabase(folder: string): ArchivedDatabase {
  const file = join(folder, "store", "tracker.db");
  return {
    config: { engine: "sqlite", file, serverName: "bench" },
    bytes: () => checkpointedBytes(file),
    /** The same as `doubletake backup`. */
    copySeconds() {
      const db = new DatabaseSync(file);
      const begin = performance.now();
      db.prepare("VACUUM INTO ?").run(join(folder, "copy.db"));
      db.close();
      return (performance.now() - begin) / 1000;
    },
    remove: () => undefined,
  };
}

export async function postgresDatabase(folder: string): Promise<ArchivedDatabase> {
  const server = await startPostgres();
  const url = await server.freshDatabase();
  return {
    config: { engine: "postgres", url, serverName: "bench", journalFolder: folder, journalLimitMb: 1024 },
    bytes: () => bytesOfTables(server, url),
    async copySeconds() {
      const begin = performance.now();
      await server.query(url, "CREATE TABLE bench_copy AS TABLE dt_transfers");
      await server.query(url, "CREATE INDEX ON bench_copy (item, ts)");
      const seconds = (performance.now() - begin) / 1000;
      await server.query(url, "DROP TABLE bench_copy");
      return seconds;
    },
    remove: () => server.remove(),
  };
}
