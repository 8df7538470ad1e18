import { DoubletakeError } from "../../core/model/records.ts";
import { type Archive, explained } from "../archive/archive.ts";
import type { PostgresConfig } from "../engine.ts";
import { checkPostgres } from "./archive-integrity.ts";
import { countPurgeable, countTransfers, pagesOfCustody, pagesOfSightings, pagesOfTransfers } from "./archive-pages.ts";
import { PostgresConnection } from "./connection.ts";
import { connectionOptions } from "./connection-options.ts";
import { explainFailure } from "./failures.ts";
import { postgresQuestions } from "./questions.ts";
import { lockKey } from "./server-name.ts";
import { storableName } from "./storable-text.ts";

/** What the operator's sessions are called in `pg_stat_activity`. */
const APPLICATION_NAME = "doubletake command line";

export async function openPostgresArchive({ url, serverName }: PostgresConfig): Promise<Archive> {
  const options = connectionOptions(url, APPLICATION_NAME);
  const explain = (cause: unknown): DoubletakeError => explainFailure(cause, options.hostName);
  try {
    const connection = await PostgresConnection.connect(options);
    await requireTables(connection, options.hostName);
    const [server] = await connection.query("SELECT ref FROM dt_servers WHERE name = $1", [storableName(serverName)]);
    return explained(archiveOver(connection, options.hostName, Number(server?.ref ?? 0)), explain);
  } catch (error) {
    throw explain(error);
  }
}

async function requireTables(connection: PostgresConnection, hostName: string): Promise<void> {
  const [row] = await connection.query("SELECT to_regclass('dt_migrations') IS NOT NULL AS is_there");
  if (row?.is_there) return;
  await connection.close();
  throw new DoubletakeError(
    "DT_STORE_UNREACHABLE",
    `The database at ${hostName} holds nothing of Doubletake yet: start a game server with it once.`,
  );
}

function archiveOver(connection: PostgresConnection, where: string, server: number): Archive {
  const questions = postgresQuestions(connection, server);
  const servers = async (): Promise<string[]> =>
    (await connection.query("SELECT name FROM dt_servers ORDER BY name")).map(({ name }) => name as string);
  return {
    ...questions,
    engine: "postgres",
    where,
    servers,
    worlds: async () =>
      (await connection.query("SELECT DISTINCT name FROM dt_worlds WHERE NOT is_unusual ORDER BY name")).map(
        ({ name }) => name as string,
      ),

    async counts() {
      const [row] = await connection.query(COUNT_MORE);
      // Here the claims of all servers are meant.
      const more = { openClaims: Number(row?.claims), custody: Number(row?.custody), bytes: Number(row?.bytes) };
      return { ...(await questions.counts()), ...more };
    },

    async liveServers() {
      const keys = new Set((await connection.query(HELD_LOCKS)).map(({ key }) => key));
      return (await servers()).filter((name) => keys.has(lockKey(name)));
    },

    countTransfers: (filter) => countTransfers(connection, filter),
    countPurgeable: (scope) => countPurgeable(connection, scope),
    transfers: (filter, order) => pagesOfTransfers(connection, filter, order),
    sightings: () => pagesOfSightings(connection),
    custodies: (ofServer) => pagesOfCustody(connection, ofServer),
    integrity: () => checkPostgres(connection),
    close: () => connection.close(),
  };
}

const COUNT_MORE = `
  SELECT (SELECT count(*) FROM dt_custody) AS custody, (SELECT count(*) FROM dt_claims) AS claims,
    pg_database_size(current_database()) AS bytes`;

const HELD_LOCKS = `
  SELECT ((classid::bigint << 32) | objid::bigint)::text AS key FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
