import { setTimeout as pause } from "node:timers/promises";
import { allSteps, type OnDeleted, type PurgeScope } from "../../maintenance/purge-steps.ts";
import { withConnection } from "../with-connection.ts";
import { Purge } from "./purge.ts";

/** Leaves most of the database's time to the servers. */
const STEP_PAUSE_MS = 5;

/** Runs all steps of the purge over a connection of its own; servers write between the steps. */
export function purgePostgres(url: string, scope: PurgeScope, onDeleted: OnDeleted): Promise<number> {
  return withConnection(url, "doubletake purge", async (connection) => {
    // Rows are counted per server, but only the sum is ever shown, so any server's count may be reduced.
    const [server] = await connection.query("SELECT min(ref) AS ref FROM dt_servers");
    const purge = new Purge();
    const { olderThanMs, playerId } = scope;
    return allSteps(async () => {
      const step = await purge.step(connection, Number(server?.ref), olderThanMs, playerId);
      if (step.hasMore) await pause(STEP_PAUSE_MS);
      return step;
    }, onDeleted);
  });
}
