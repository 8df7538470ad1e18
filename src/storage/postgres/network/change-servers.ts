import { DoubletakeError } from "../../../core/storage-face.ts";
import { storableName } from "../../storable-text.ts";
import { withConnection } from "../with-connection.ts";
import { lockKey } from "./server-name.ts";
import { retireServer } from "./servers.ts";

const APPLICATION = "doubletake command line";

/** Retires a server of the network for an operator. False if the server is unknown or still runs. */
export function retireInPostgres(url: string, name: string): Promise<boolean> {
  return withConnection(url, APPLICATION, (connection) => retireServer(connection, name));
}

/**
 * Puts the server's records under the new name. The server must use it as its `server-name` from then on. False if the server is unknown
 * or still runs. Throws `DT_SERVER_NAME_TAKEN` if there is already a server of the new name.
 */
export function renameInPostgres(url: string, from: string, to: string): Promise<boolean> {
  return withConnection(url, APPLICATION, (connection) =>
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
