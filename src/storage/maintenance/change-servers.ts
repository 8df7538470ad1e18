import type { EngineConfig } from "../engine.ts";

/** The name is given up: nobody waits for that server any more. False when it is unknown, or runs, or the store has one server only. */
export async function retireServer(config: EngineConfig, name: string): Promise<boolean> {
  if (config.engine !== "postgres") return false;
  const { retireInPostgres } = await import("../postgres/network/change-servers.ts");
  return retireInPostgres(config.url, name);
}

/** What the server recorded is under the new name from here on. False as above; rejects when the new name is taken. */
export async function renameServer(config: EngineConfig, from: string, to: string): Promise<boolean> {
  if (config.engine !== "postgres") return false;
  const { renameInPostgres } = await import("../postgres/network/change-servers.ts");
  return renameInPostgres(config.url, from, to);
}
