import { createHash } from "node:crypto";
import { DoubletakeError } from "../../../core/storage-face.ts";
import { storableName } from "../../storable-text.ts";
import type { PostgresConnection, Statements } from "../connection.ts";

const BETWEEN_TRIES_MS = 250;
/** A game server sends a heartbeat every five seconds. One that is silent for this long is dead or cut off. */
const SILENT_MS = 15_000;

/** The name of a session in `pg_stat_activity`. `token` marks the sessions of this process. */
export function applicationName(token: string): string {
  return `doubletake ${token}`;
}

/**
 * Takes the server's name for this session, until the session ends. A killed server keeps its name until PostgreSQL notices,
 * so a start may have to wait some seconds. Ends a broken session of our own that PostgreSQL has not noticed. Throws
 * `DT_SERVER_NAME_TAKEN` if another server runs under the name, and `DT_STORE_UNREACHABLE` if a silent session holds it, which
 * PostgreSQL will end sooner or later.
 */
export async function takeServerName(
  connection: PostgresConnection,
  serverName: string,
  token: string,
  waitMs: number,
): Promise<void> {
  const key = lockKey(serverName);
  let first: Beat | undefined;
  for (let waited = 0; ; waited += BETWEEN_TRIES_MS) {
    const [row] = await connection.query("SELECT pg_try_advisory_lock($1::bigint) AS taken", [key]);
    if (row?.taken) return;
    await connection.query(END_OUR_OWN, [key, applicationName(token)]);
    const beat = await lastBeat(connection, serverName);
    first ??= beat;
    if (waited >= waitMs) {
      if (beat.at === "" || (beat.at !== first.at && !beat.isLast)) throw taken(serverName);
      if (beat.silentMs > SILENT_MS) throw heldInSilence(serverName);
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}

/** The last heartbeat under a name; `at` is empty if there never was one. */
interface Beat {
  readonly at: string;
  readonly silentMs: number;
  /** True if the server has stopped. It may still be closing. */
  readonly isLast: boolean;
}

async function lastBeat(connection: PostgresConnection, serverName: string): Promise<Beat> {
  const [row] = await connection.query(LAST_BEAT, [storableName(serverName)]);
  return { at: (row?.at as string) ?? "", silentMs: Number(row?.silent_ms ?? 0), isLast: row?.is_stopped === true };
}

const LAST_BEAT = `
  SELECT beat::text AS at, extract(epoch FROM clock_timestamp() - beat) * 1000 AS silent_ms, is_stopped
  FROM dt_servers WHERE name = $1 AND instance <> ''`;

function taken(serverName: string): DoubletakeError {
  return new DoubletakeError(
    "DT_SERVER_NAME_TAKEN",
    `Another running server uses the name "${serverName}" on this database: give each server its own server-name in ` +
      "config.yml.",
  );
}

function heldInSilence(serverName: string): DoubletakeError {
  return new DoubletakeError(
    "DT_STORE_UNREACHABLE",
    `A session that does not answer still holds the name "${serverName}" on this database: it is waited for until PostgreSQL ends it.`,
  );
}

const END_OUR_OWN = `
  SELECT pg_terminate_backend(activity.pid)
  FROM pg_locks AS held JOIN pg_stat_activity AS activity USING (pid)
  WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 1
    AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND ((held.classid::bigint << 32) | held.objid::bigint) = $1::bigint
    AND activity.application_name = $2 AND activity.pid <> pg_backend_pid()`;

/** Returns a bigint as text, because a number would lose its last digits. */
export function lockKey(serverName: string): string {
  return createHash("sha256").update(`doubletake server ${serverName}`).digest().readBigInt64BE(0).toString();
}

/** Returns the number that stands for a server's name, and adds the name if it is new. */
export async function serverRef(to: Statements, serverName: string): Promise<number> {
  const name = storableName(serverName);
  const find = "SELECT ref FROM dt_servers WHERE name = $1";
  let [row] = await to.query(find, [name]);
  if (!row) {
    // Counts as stopped cleanly: no game server has run under this name yet, so none can have crashed.
    await to.query("INSERT INTO dt_servers (name, is_stopped) VALUES ($1, true) ON CONFLICT DO NOTHING", [name]);
    [row] = await to.query(find, [name]);
  }
  return Number(row?.ref);
}
