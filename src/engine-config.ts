import { join, resolve } from "node:path";
import type { Config } from "./core/config/settings.ts";
import { readInstance } from "./instance-file.ts";
import type { EngineConfig } from "./storage/engine.ts";

const TRACKER_FILE = "tracker.db";
const ARCHIVE_FOLDER = "archive";
export const JOURNAL_FOLDER = "journal";

/** Where the store is, and this server's name in it, from the configuration. Tools leave `game` out, because they run none. */
export function engineConfig(config: Config, folder: string, game?: string): EngineConfig {
  const { engine, postgresUrl, journalLimitMb, postgresPartitions: partitions } = config.storage;
  const archiveFolder = resolve(folder, config.storage.archiveFolder || ARCHIVE_FOLDER);
  const { id: instance, defaultName, folderName } = readInstance(folder);
  if (engine === "sqlite")
    return { engine, file: join(folder, TRACKER_FILE), serverName: config.serverName || folderName, archiveFolder };
  const journalFolder = join(folder, JOURNAL_FOLDER);
  return {
    engine,
    url: postgresUrl,
    serverName: config.serverName || defaultName,
    instance,
    ...(game !== undefined && { game }),
    archiveFolder,
    journalFolder,
    journalLimitMb,
    partitions,
  };
}
