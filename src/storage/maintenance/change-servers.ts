import type { EngineConfig } from "../engine.ts";

/** Gives up the name: nobody waits for that server any more. False if it is unknown or runs, or if the store has only one server. */
export async function retireServer(config: EngineConfig, name: string): Promise<boolean> {
  if (config.engine !== "postgres") return false;
  const { retireInPostgres } = await import("../postgres/network/change-servers.ts");
  return retireInPostgres(config.url, name);
}

/** Puts the server's records under the new name. False in the same cases; rejects if the new name is taken. */
export async function renameServer(config: EngineConfig, from: string, to: string): Promise<boolean> {
  if (config.engine !== "postgres") return false;
  const { renameInPostgres } = await import("../postgres/network/change-servers.ts");
  return renameInPostgres(config.url, from, to);
}
