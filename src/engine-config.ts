import { basename, dirname, join, resolve } from "node:path";
import type { Config } from "./core/config/settings.ts";
import type { EngineConfig } from "./storage/engine.ts";

const TRACKER_FILE = "tracker.db";
const JOURNAL_FOLDER = "journal";

/** The store's place and this server's name in it, from the configuration. */
export function engineConfig(config: Config, folder: string): EngineConfig {
  const { engine, postgresUrl, journalLimitMb } = config.storage;
  const serverName = config.serverName === "" ? folderName(folder) : config.serverName;
  if (engine === "sqlite") return { engine, file: join(folder, TRACKER_FILE), serverName };
  return { engine, url: postgresUrl, serverName, journalFolder: join(folder, JOURNAL_FOLDER), journalLimitMb };
}

/** The game server's folder is two levels above `plugins/doubletake`. */
function folderName(folder: string): string {
  return basename(dirname(dirname(resolve(folder)))) || "server";
}
