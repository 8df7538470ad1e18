import { PostgresConnection, type Statements } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { arrange } from "./arrange.ts";
import { archivedUntil, foldArchived } from "./forget.ts";
import { makeMonths, monthsWanted } from "./months-ahead.ts";
import { readPartitions } from "./partitions.ts";

/** Held by the server that looks after the tables; the same key for every server on the database. */
const UPKEEP_LOCK = "7237970109966541175";

/** A table up to this size is arranged at the start, because reading it through takes only a moment. */
const SMALL_BYTES = 16 << 20;

/** With this many custody rows, an index by holder is worth what it costs each move. */
const MANY_HELD = 1_000_000;

/** How long a closed dispute is kept. The case keeps what the two servers found out for good. */
const DISPUTE_DAYS = 30;

const IS_OLD_DISPUTE = `NOT is_open AND opened < clock_timestamp() - interval '${DISPUTE_DAYS} days'`;

/** Tells the operator about work that takes long. */
type Tell = (line: string) => void;

/** Arranges a new or small database at the start. Rejects if somebody keeps its tables locked: then upkeep does it later. */
export async function arrangeIfSmall(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.query(
    "SELECT pg_relation_size('dt_transfers') AS bytes, relkind::text AS kind FROM pg_class WHERE oid = to_regclass('dt_transfers')",
  );
  if (row?.kind === "p" || Number(row?.bytes) > SMALL_BYTES) return;
  await connection.query("SELECT pg_advisory_lock($1::bigint)", [UPKEEP_LOCK]);
  try {
    if ((await readPartitions(connection)) === undefined) await arrange(connection);
    await makeMonths(connection);
  } finally {
    if (connection.isOpen) await connection.query("SELECT pg_advisory_unlock($1::bigint)", [UPKEEP_LOCK]);
  }
}

/** True if `lookAfterTables` has anything to do. Takes a few small queries. */
export async function isUpkeepDue(to: Statements): Promise<boolean> {
  if ((await readPartitions(to)) === undefined || (await monthsWanted(to)).length > 0) return true;
  return (await archivedUntil(to)) !== undefined || (await hasOldDisputes(to)) || isIndexWanted(to);
}

/**
 * Arranges transfers by month, makes tables for coming months, drops those of archived ones, deletes disputes that ended long ago, and
 * indexes custody once there is much of it. Only one server does this at a time; the others skip it.
 */
export function lookAfterTables(session: UpkeepSession, tell: Tell): Promise<void> {
  return session.alone(async (connection) => {
    if ((await readPartitions(connection)) === undefined) {
      tell("Transfers are being arranged by month, in the background; the game and the database go on.");
      const startedMs = performance.now();
      await arrange(connection, (step) => {
        // Moving and checking each read the whole table once; everything else takes a moment.
        if (step === "moved") tell("Transfers are being arranged by month: half of it is done.");
      });
      tell(`Transfers are arranged by month; it took ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    }
    await makeMonths(connection);
    await foldArchived(connection);
    await deleteOldDisputes(connection);
    if (await isIndexWanted(connection)) await indexByHolder(connection);
  });
}

/** A session beside the server's own, for work that takes long. */
export class UpkeepSession {
  readonly #url: string;
  #connection: PostgresConnection | undefined;
  #isEnded = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Resolves with `undefined` if another server is doing this. */
  async alone<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T | undefined> {
    const connection = await PostgresConnection.connect(connectionOptions(this.#url, "doubletake upkeep"), true);
    this.#connection = connection;
    if (this.#isEnded) connection.destroy();
    try {
      const [row] = await connection.query("SELECT pg_try_advisory_lock($1::bigint) AS taken", [UPKEEP_LOCK]);
      return row?.taken ? await work(connection) : undefined;
    } finally {
      this.#connection = undefined;
      await connection.close();
    }
  }

  /** Ends the session; the database rolls back whatever is under way. */
  end(): void {
    this.#isEnded = true;
    this.#connection?.destroy();
  }
}

async function hasOldDisputes(to: Statements): Promise<boolean> {
  const [row] = await to.query(`SELECT EXISTS (SELECT FROM dt_disputes WHERE ${IS_OLD_DISPUTE}) AS is_so`);
  return row?.is_so === true;
}

async function deleteOldDisputes(to: Statements): Promise<void> {
  await to.query(`DELETE FROM dt_disputes WHERE ${IS_OLD_DISPUTE}`);
}

async function isIndexWanted(to: Statements): Promise<boolean> {
  const [row] = await to.query(IS_INDEX_WANTED);
  return row?.is_wanted === true;
}

/** Servers keep writing meanwhile. An attempt that was cut off leaves an invalid index, which is dropped first. */
async function indexByHolder(connection: PostgresConnection): Promise<void> {
  await connection.query("DROP INDEX CONCURRENTLY IF EXISTS dt_custody_by_holder");
  await connection.query("CREATE INDEX CONCURRENTLY dt_custody_by_holder ON dt_custody (holder)");
}

const IS_INDEX_WANTED = `
  SELECT reltuples > ${MANY_HELD} AND NOT EXISTS (
    SELECT FROM pg_index WHERE indexrelid = to_regclass('dt_custody_by_holder') AND indisvalid) AS is_wanted
  FROM pg_class WHERE oid = to_regclass('dt_custody')`;
