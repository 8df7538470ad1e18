import { DoubletakeError } from "../../core/model/records.ts";
import type { PostgresConnection } from "./connection.ts";
import { firstSchema } from "./migrations/0001-first-schema.ts";

/** One step forward. A released migration is never edited: the next change is the next number. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * An index on what changes with every move made PostgreSQL write each moved row into all indexes anew, which took two
 * thirds of the time that moving custody takes. What is at a place is asked by staff only, and reads the table through.
 */
const custodyByItemAlone: Migration = {
  number: 2,
  name: "custody by item alone",
  sql: "DROP INDEX dt_custody_by_place",
};

const MIGRATIONS: readonly Migration[] = [firstSchema, custodyByItemAlone];

/** "doubletake" in ASCII, cut to what a lock's key can hold: the same for every server on the database. */
const MIGRATION_LOCK = "7237970109966541171";

/**
 * Brings the tables to this program's version, each step in one transaction. Two servers that start at once take turns.
 * Throws `DT_STORE_TOO_NEW` when a newer program has been here.
 */
export async function migrate(
  connection: PostgresConnection,
  hostName: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const version = await currentVersion(connection);
  refuseNewer(version, migrations, hostName);
  if (version === newestOf(migrations)) return;
  for (const migration of migrations) {
    await connection.transaction(async () => {
      await connection.query("SET LOCAL statement_timeout = 0");
      await connection.query("SET LOCAL lock_timeout = 0");
      await connection.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      // Asked again under the lock: another server may have done the work while we waited.
      const reached = await currentVersion(connection);
      refuseNewer(reached, migrations, hostName);
      if (migration.number <= reached) return;
      await connection.query(migration.sql);
      await connection.query(
        "CREATE TABLE IF NOT EXISTS dt_migrations (number integer PRIMARY KEY, name text NOT NULL, done timestamptz NOT NULL DEFAULT now())",
      );
      await connection.query("INSERT INTO dt_migrations (number, name) VALUES ($1, $2)", [
        migration.number,
        migration.name,
      ]);
    });
  }
}

/** Reads the catalogue itself: `to_regclass` may answer from what the session remembered before it got the lock. */
const IS_THERE = `
  SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'dt_migrations' AND pg_table_is_visible(oid)) AS is_there`;

async function currentVersion(connection: PostgresConnection): Promise<number> {
  const [table] = await connection.query(IS_THERE);
  if (!table?.is_there) return 0;
  const [row] = await connection.query("SELECT coalesce(max(number), 0) AS version FROM dt_migrations");
  return Number(row?.version);
}

function refuseNewer(version: number, migrations: readonly Migration[], hostName: string): void {
  if (version <= newestOf(migrations)) return;
  throw new DoubletakeError(
    "DT_STORE_TOO_NEW",
    `The database at ${hostName} was written by a newer Doubletake (its tables are at version ${version}, this program ` +
      `knows ${newestOf(migrations)}): update Doubletake on this server.`,
  );
}

function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}
