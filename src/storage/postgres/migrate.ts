import { DoubletakeError, NETWORK_PROTOCOL } from "../../core/storage-face.ts";
import type { PostgresConnection } from "./connection.ts";
import { firstSchema } from "./migrations/0001-first-schema.ts";
import { networks } from "./migrations/0003-networks.ts";
import { archives } from "./migrations/0004-archives.ts";
import { moreWorlds } from "./migrations/0005-more-worlds.ts";

/** One step forward. A released migration is never edited: the next change gets the next number. */
interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /**
   * The oldest protocol whose servers still work with the new tables, so that a network can be updated one server at a time. A step that
   * only adds keeps the protocol before it alive; the step that removes comes one version later. Absent: the limit does not change.
   */
  readonly oldestProtocol?: number;
}

/**
 * The dropped index covered columns that change with every move, so PostgreSQL wrote each moved row into all indexes again.
 * That took two thirds of the time of a move. Only staff ask what is at a place, and that may read the whole table.
 */
const custodyByItemAlone: Migration = {
  number: 2,
  name: "custody by item alone",
  sql: "DROP INDEX dt_custody_by_place",
};

export const MIGRATIONS: readonly Migration[] = [firstSchema, custodyByItemAlone, networks, archives, moreWorlds];

/** An arbitrary key, the same for every server on the database. */
const MIGRATION_LOCK = "7237970109966541171";

/**
 * Brings the tables to this program's version, each step in one transaction. Two servers that start at once take turns.
 * Throws `DT_STORE_TOO_NEW` if a newer program has changed the tables so that this one cannot use them.
 */
export async function migrate(
  connection: PostgresConnection,
  hostName: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const version = await currentVersion(connection);
  await refuseNewer(connection, version, migrations, hostName);
  if (version >= newestOf(migrations)) return;
  for (const migration of migrations) {
    await connection.transaction(async () => {
      await connection.query("SET LOCAL statement_timeout = 0");
      await connection.query("SET LOCAL lock_timeout = 0");
      await connection.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      // Ask again under the lock: another server may have done the work while we waited.
      const reached = await currentVersion(connection);
      await refuseNewer(connection, reached, migrations, hostName);
      if (migration.number <= reached) return;
      await connection.query(migration.sql);
      await connection.query(
        "CREATE TABLE IF NOT EXISTS dt_migrations (number integer PRIMARY KEY, name text NOT NULL, done timestamptz NOT NULL DEFAULT now())",
      );
      await connection.query("INSERT INTO dt_migrations (number, name) VALUES ($1, $2)", [
        migration.number,
        migration.name,
      ]);
      if (migration.oldestProtocol !== undefined)
        await connection.query(LET_LIVE, [migration.number, migration.oldestProtocol]);
    });
  }
}

/** Reads the catalogue itself, because `to_regclass` may answer from a cache that is older than the lock. */
const IS_THERE = `
  SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'dt_migrations' AND pg_table_is_visible(oid)) AS is_there`;

async function currentVersion(connection: PostgresConnection): Promise<number> {
  const [table] = await connection.query(IS_THERE);
  if (!table?.is_there) return 0;
  const [row] = await connection.query("SELECT coalesce(max(number), 0) AS version FROM dt_migrations");
  return Number(row?.version);
}

/** Throws if a newer program has changed the tables so that they no longer have what this program's protocol needs. */
async function refuseNewer(
  connection: PostgresConnection,
  version: number,
  migrations: readonly Migration[],
  hostName: string,
): Promise<void> {
  if (version <= newestOf(migrations)) return;
  const [row] = await connection.query("SELECT max(oldest_protocol) AS protocol FROM dt_migrations");
  if (Number(row?.protocol) <= NETWORK_PROTOCOL) return;
  throw new DoubletakeError(
    "DT_STORE_TOO_NEW",
    `The database at ${hostName} was written by a newer Doubletake (its tables are at version ${version}, this program ` +
      `knows ${newestOf(migrations)}): update Doubletake on this server.`,
  );
}

/** For tools, which never migrate: throws if the tables are missing, older than this program, or too new for it. */
export async function requireTables(connection: PostgresConnection, hostName: string): Promise<void> {
  const version = await currentVersion(connection);
  await refuseNewer(connection, version, MIGRATIONS, hostName);
  if (version >= newestOf(MIGRATIONS)) return;
  const state = version === 0 ? "holds nothing of Doubletake yet" : "has the tables of an older Doubletake";
  throw new DoubletakeError(
    "DT_STORE_UNREACHABLE",
    `The database at ${hostName} ${state}: start a game server with it once.`,
  );
}

function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

const LET_LIVE = "UPDATE dt_migrations SET oldest_protocol = $2 WHERE number = $1";
