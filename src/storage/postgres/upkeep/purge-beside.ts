import { setTimeout as pause } from "node:timers/promises";
import { allSteps, type OnDeleted, type PurgeScope } from "../../maintenance/purge-steps.ts";
import { PostgresConnection } from "../connection.ts";
import { connectionOptions } from "../connection-options.ts";
import { explainFailure } from "../failures.ts";
import { Purge } from "./purge.ts";

/** Leaves most of the database's time to the servers. */
const STEP_PAUSE_MS = 5;

/** Runs all steps of the purge over a connection of its own; servers write between the steps. */
export async function purgePostgres(url: string, scope: PurgeScope, onDeleted: OnDeleted): Promise<number> {
  const options = connectionOptions(url, "doubletake purge");
  try {
    const connection = await PostgresConnection.connect(options);
    try {
      // Rows are counted per server, but only the sum is ever shown, so any server's count may be reduced.
      const [server] = await connection.query("SELECT min(ref) AS ref FROM dt_servers");
      const purge = new Purge();
      const { olderThanMs, playerId } = scope;
      return await allSteps(async () => {
        const step = await purge.step(connection, Number(server?.ref), olderThanMs, playerId);
        if (step.hasMore) await pause(STEP_PAUSE_MS);
        return step;
      }, onDeleted);
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw explainFailure(error, options.hostName);
  }
}
