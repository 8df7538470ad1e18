import { createHash } from "node:crypto";
import { DoubletakeError } from "../../../core/model/records.ts";
import type { PostgresConnection, Statements } from "../connection.ts";
import { storableName } from "../writing/storable-text.ts";

const BETWEEN_TRIES_MS = 250;
/** A game server is heard of every five seconds; one that was not for so long is dead, or cut off. */
const SILENT_MS = 15_000;

/** What a session is called in `pg_stat_activity`; `token` tells sessions of this process from all others. */
export function applicationName(token: string): string {
  return `doubletake ${token}`;
}

/**
 * Makes this session the one that speaks for the server's name; it does so until it ends. A server that was killed
 * loses the name as soon as PostgreSQL notices, so a few seconds of waiting belong to every start. A session of our own
 * that broke without PostgreSQL having noticed is ended. Throws `DT_SERVER_NAME_TAKEN` when another server lives under the
 * name, and `DT_STORE_UNREACHABLE` when a session holds it of which nothing is heard: it ends once PostgreSQL notices.
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

/** The last heartbeat under a name; `at` is empty where there never was one. */
interface Beat {
  readonly at: string;
  readonly silentMs: number;
  /** That server has stopped: it may still be busy with its end. */
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

/** A bigint as text: a number would lose its last digits. */
export function lockKey(serverName: string): string {
  return createHash("sha256").update(`doubletake server ${serverName}`).digest().readBigInt64BE(0).toString();
}

/** The number that stands for a server's name. */
export async function serverRef(to: Statements, serverName: string): Promise<number> {
  const name = storableName(serverName);
  const find = "SELECT ref FROM dt_servers WHERE name = $1";
  let [row] = await to.query(find, [name]);
  if (!row) {
    // Until a game server runs under it, nothing of it has stopped without a word.
    await to.query("INSERT INTO dt_servers (name, is_stopped) VALUES ($1, true) ON CONFLICT DO NOTHING", [name]);
    [row] = await to.query(find, [name]);
  }
  return Number(row?.ref);
}
