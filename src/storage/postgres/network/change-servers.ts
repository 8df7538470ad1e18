import { DoubletakeError } from "../../../core/model/records.ts";
import { PostgresConnection } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { explainFailure } from "../failures.ts";
import { requireTables } from "../migrate.ts";
import { storableName } from "../writing/storable-text.ts";
import { lockKey } from "./server-name.ts";
import { retireServer } from "./servers.ts";

/** Retires a server of the network for an operator. False if the server is unknown or still runs. */
export function retireInPostgres(url: string, name: string): Promise<boolean> {
  return withConnection(url, (connection) => retireServer(connection, name));
}

/**
 * Puts the server's records under the new name. The server must use it as its `server-name` from then on. False if the server is unknown
 * or still runs. Throws `DT_SERVER_NAME_TAKEN` if there is already a server of the new name.
 */
export function renameInPostgres(url: string, from: string, to: string): Promise<boolean> {
  return withConnection(url, (connection) =>
    connection.transaction(async () => {
      for (const name of [from, to].toSorted()) {
        const [lock] = await connection.query("SELECT pg_try_advisory_xact_lock($1::bigint) AS taken", [lockKey(name)]);
        if (!lock?.taken) return false;
      }
      const [taken] = await connection.query("SELECT FROM dt_servers WHERE name = $1", [storableName(to)]);
      if (taken) throw new DoubletakeError("DT_SERVER_NAME_TAKEN", `There is a server of the name "${to}" already.`);
      const names = [storableName(from), storableName(to)];
      const renamed = await connection.change("UPDATE dt_servers SET name = $2 WHERE name = $1", names);
      for (const column of ["taken_by", "returned_by"])
        await connection.change(`UPDATE dt_quarantine SET ${column} = $2 WHERE ${column} = $1`, names);
      return renamed > 0;
    }),
  );
}

async function withConnection<T>(url: string, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
  const options = connectionOptions(url, "doubletake command line");
  try {
    const connection = await PostgresConnection.connect(options);
    try {
      await requireTables(connection, options.hostName);
      return await work(connection);
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw explainFailure(error, options.hostName);
  }
}
