import {
  CRASH_NOTE,
  DoubletakeError,
  NETWORK_PROTOCOL,
  type NetworkQuestions,
  VERSION,
} from "../../../core/storage-face.ts";
import { storableName } from "../../storable-text.ts";
import type { PostgresConnection, Statements } from "../connection.ts";
import { lockKey } from "./server-name.ts";

/** This server in the database, while its session holds its name. */
export interface OwnServer {
  readonly ref: number;
  readonly name: string;
  readonly epoch: number;
  /** Empty if it is not known: then it matches every game. */
  readonly game: string;
}

/**
 * Records that this process has the name, under a fresh epoch unless the same process had it before. Without an `instance` this is no
 * game server but a tool that writes in its name, so the record of whether the server stopped cleanly stays as it was.
 */
export async function enterServer(
  connection: PostgresConnection,
  ref: number,
  name: string,
  process: string,
  instance: string | undefined,
  game: string,
): Promise<OwnServer> {
  return connection.transaction(async () => {
    const [before] = await connection.query("SELECT process FROM dt_servers WHERE ref = $1 FOR UPDATE", [ref]);
    const isAnew = before?.process !== process;
    const [row] = await connection.query(ENTER, [ref, process, isAnew ? 1 : 0]);
    if (isAnew) await connection.query(END_SESSIONS, [ref]);
    if (instance !== undefined)
      await connection.query(BE_A_GAME_SERVER, [ref, instance, NETWORK_PROTOCOL, VERSION, game]);
    return { ref, name, epoch: Number(row?.epoch), game };
  });
}

/**
 * Makes the index that finds a player's items when the player changes servers. A lone server never needs it and moves custody faster
 * without it, so it is made when there is a second server.
 */
export async function indexForNetwork(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.query(IS_INDEX_MISSING);
  if (!row?.is_missing) return;
  await connection.transaction(async () => {
    await connection.query("SET LOCAL statement_timeout = 0");
    await connection.query("SET LOCAL lock_timeout = 0");
    // Two servers that start at once take turns.
    await connection.query(`SELECT pg_advisory_xact_lock(${INDEX_LOCK})`);
    await connection.query("CREATE INDEX IF NOT EXISTS dt_custody_by_holder ON dt_custody (holder)");
  });
}

const INDEX_LOCK = "7237970109966541174";

const IS_INDEX_MISSING = `
  SELECT count(*) > 1 AND to_regclass('dt_custody_by_holder') IS NULL AS is_missing FROM dt_servers WHERE NOT is_retired`;

const ENTER = "UPDATE dt_servers SET epoch = epoch + $3, process = $2 WHERE ref = $1 RETURNING epoch";

const BE_A_GAME_SERVER = `
  UPDATE dt_servers SET instance = $2, protocol = $3, version = $4, game = $5, beat = clock_timestamp(), lag_rows = 0,
    is_stopped = false, is_retired = false
  WHERE ref = $1`;

const END_SESSIONS = "DELETE FROM dt_sessions WHERE server = $1";

type ServerQuestion = "servers" | "heartbeat" | "retireServer";

export function serverQuestions(
  connection: PostgresConnection,
  own: OwnServer,
): Pick<NetworkQuestions, ServerQuestion> {
  return {
    async servers() {
      const running = await namesHeld(connection);
      return (await connection.query(SERVERS)).map((row) => ({
        name: row.name as string,
        instance: row.instance as string,
        epoch: Number(row.epoch),
        protocol: row.protocol as number,
        version: row.version as string,
        silentMs: Math.max(0, Math.round(row.silent_ms as number)),
        isRunning: running.has(lockKey(row.name as string)),
        isStoppedCleanly: row.is_stopped as boolean,
        crashNoticedMs: row.crash_noticed === null ? undefined : Number(row.crash_noticed),
        isRetired: row.is_retired as boolean,
        lagRows: Number(row.lag_rows),
        isThisOne: row.ref === own.ref,
      }));
    },

    async heartbeat({ lagRows, isStopping }) {
      const beaten = await connection.query(BEAT, [own.ref, own.epoch, Math.floor(lagRows), isStopping]);
      if (beaten.length === 0) throw fenced(own.name);
      if (isStopping) await connection.query(END_SESSIONS, [own.ref]);
    },

    async retireServer(name) {
      // This session could take the lock of its own name a second time.
      return name !== own.name && retireServer(connection, name);
    },
  };
}

export function retireServer(connection: PostgresConnection, name: string): Promise<boolean> {
  return connection.transaction(async () => {
    const [lock] = await connection.query("SELECT pg_try_advisory_xact_lock($1::bigint) AS taken", [lockKey(name)]);
    if (!lock?.taken) return false;
    const [row] = await connection.query(RETIRE, [storableName(name)]);
    if (row) await connection.query(END_SESSIONS, [row.ref]);
    return row !== undefined;
  });
}

/** Returns the lock keys that sessions hold at this moment, among them those of all names in use. */
export async function namesHeld(to: Statements): Promise<ReadonlySet<string>> {
  return new Set((await to.query(HELD_LOCKS)).map(({ key }) => key as string));
}

export function fenced(name: string): DoubletakeError {
  return new DoubletakeError(
    "DT_SERVER_FENCED",
    `Another process has taken over the name "${name}" on this database: stop one of the two, or give them different names.`,
  );
}

const SERVERS = `
  SELECT ref, name, instance, epoch, protocol, version, lag_rows, is_stopped, is_retired,
    (extract(epoch FROM clock_timestamp() - beat) * 1000)::float8 AS silent_ms,
    (SELECT value FROM dt_notes WHERE server = ref AND key = '${CRASH_NOTE}') AS crash_noticed
  FROM dt_servers ORDER BY name COLLATE "C"`;

const BEAT = `
  UPDATE dt_servers SET beat = clock_timestamp(), lag_rows = $3, is_stopped = $4
  WHERE ref = $1 AND epoch = $2 RETURNING ref`;

const RETIRE = "UPDATE dt_servers SET is_retired = true WHERE name = $1 RETURNING ref";

const HELD_LOCKS = `
  SELECT ((classid::bigint << 32) | objid::bigint)::text AS key FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
