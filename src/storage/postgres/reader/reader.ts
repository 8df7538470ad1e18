import type { DoubletakeError } from "../../../core/storage-face.ts";
import type { PostgresConfig } from "../../engine.ts";
import { explained, type StoreReader } from "../../reader/store-reader.ts";
import { storableName } from "../../storable-text.ts";
import { PostgresConnection } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { explainFailure } from "../failures.ts";
import { requireTables } from "../migrate.ts";
import { lockKey } from "../network/server-name.ts";
import { namesHeld } from "../network/servers.ts";
import { postgresQuestions } from "../questions/questions.ts";
import { archivedMonths, clearedMonths } from "../upkeep/archive-registry.ts";
import { checkPostgres } from "./reader-integrity.ts";
import { countPurgeable, countTransfers, pagesOfCustody, pagesOfSightings, pagesOfTransfers } from "./reader-pages.ts";

/** The name of the operator's sessions in `pg_stat_activity`. */
const APPLICATION_NAME = "doubletake command line";

export async function openPostgresReader({ url, serverName }: PostgresConfig): Promise<StoreReader> {
  const options = connectionOptions(url, APPLICATION_NAME);
  const explain = (cause: unknown): DoubletakeError => explainFailure(cause, options.hostName);
  try {
    const connection = await PostgresConnection.connect(options);
    await requireTables(connection, options.hostName).catch(async (refusal: unknown) => {
      await connection.close();
      throw refusal;
    });
    const [server] = await connection.query("SELECT ref FROM dt_servers WHERE name = $1", [storableName(serverName)]);
    return explained(readerOver(connection, options.hostName, Number(server?.ref ?? 0)), explain);
  } catch (error) {
    throw explain(error);
  }
}

function readerOver(connection: PostgresConnection, where: string, server: number): StoreReader {
  const questions = postgresQuestions(connection, { ref: server, name: "", epoch: 0, game: "" });
  const servers = async (): Promise<string[]> =>
    (await connection.query("SELECT name FROM dt_servers ORDER BY name")).map(({ name }) => name as string);
  return {
    ...questions,
    engine: "postgres",
    where,
    servers,
    serverRecords: () => questions.servers(),
    worlds: async () =>
      (await connection.query("SELECT DISTINCT name FROM dt_worlds WHERE NOT is_unusual ORDER BY name")).map(
        ({ name }) => name as string,
      ),

    async counts() {
      const [row] = await connection.query(COUNT_MORE);
      // Counts the claims of all servers, unlike `questions.counts`.
      const more = { openClaims: Number(row?.claims), custody: Number(row?.custody), bytes: Number(row?.bytes) };
      return { ...(await questions.counts()), ...more };
    },

    async liveServers() {
      const keys = await namesHeld(connection);
      return (await servers()).filter((name) => keys.has(lockKey(name)));
    },

    countTransfers: (filter) => countTransfers(connection, filter),
    countPurgeable: (scope) => countPurgeable(connection, scope),
    transfers: (filter, order) => pagesOfTransfers(connection, filter, order),
    sightings: () => pagesOfSightings(connection),
    custodies: (ofServer) => pagesOfCustody(connection, ofServer),
    clearedMonths: () => clearedMonths(connection),
    archivedMonths: () => archivedMonths(connection),
    integrity: () => checkPostgres(connection),
    close: () => connection.close(),
  };
}

const COUNT_MORE = `
  SELECT (SELECT count(*) FROM dt_custody) AS custody, (SELECT count(*) FROM dt_claims) AS claims,
    pg_database_size(current_database()) AS bytes`;
