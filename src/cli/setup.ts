import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  CONFIG_FILE,
  type Config,
  defaultConfig,
  type EngineConfig,
  engineConfig,
  monthsElsewhere,
  openReaderWithArchive,
  PLUGIN_FOLDER,
  readConfig,
  type StoreReader,
} from "../operators.ts";
import { Refusal } from "./cli-errors.ts";

/** The settings of a plugin folder: where the store is, and everything else that is configured. */
export interface Setup {
  readonly folder: string;
  readonly config: Config;
  readonly engine: EngineConfig;
  /** Prints a text that is not part of the answer. */
  note(text: string): void;
}

const BELOW_SERVER = join("plugins", PLUGIN_FOLDER);
/** Where to look when `--dir` is left out: here, and where `doubletake serve` keeps its server. */
const USUAL_DIRS = [".", "server"];

/**
 * Finds the plugin folder: `--dir` names it, or the game server's folder around it. Reads config.yml and writes nothing.
 * `database` is the address of a replica to read instead of the PostgreSQL in config.yml.
 */
export function readSetup(dir: string | undefined, note: Setup["note"], database?: string): Setup {
  const folder = findFolder(dir);
  const path = join(folder, CONFIG_FILE);
  // Problems of the file are reported by `check`, and by the server when it started.
  const config = existsSync(path) ? readConfig(readText(path)).config : defaultConfig();
  const engine = engineConfig(config, folder);
  if (database === undefined) return { folder, config, engine, note };
  if (engine.engine !== "postgres")
    throw new Refusal("--database names a replica of PostgreSQL; this server uses SQLite.");
  return { folder, config, engine: { ...engine, url: database }, note };
}

/** Reads a file of the plugin folder. If access is denied, the error says what to do. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new Refusal(`${path} cannot be read (${code}): run the command as the game server's user.`);
  }
}

/** Opens the store and its archive for reading, and always closes them. */
export async function withReader<T>({ engine, note }: Setup, work: (reader: StoreReader) => Promise<T>): Promise<T> {
  const reader = await openReaderWithArchive(engine);
  try {
    for (const { month, server, folder } of await monthsElsewhere(engine, reader)) {
      note(`Not shown: transfers archived with ${month}. They are on the server "${server}", in ${folder}.`);
    }
    return await work(reader);
  } finally {
    await reader.close();
  }
}

function findFolder(dir: string | undefined): string {
  for (const base of dir === undefined ? USUAL_DIRS : [dir]) {
    for (const folder of [base, join(base, BELOW_SERVER)]) if (isPluginFolder(folder)) return resolve(folder);
  }
  if (dir === undefined) {
    throw new Refusal(
      "Doubletake was not found here: name the game server's folder, or plugins/doubletake in it, with --dir.",
    );
  }
  throw new Refusal(`Doubletake was not found in ${resolve(dir)}: there is no config.yml and no plugins/doubletake.`);
}

function isPluginFolder(folder: string): boolean {
  return (
    existsSync(join(folder, "tracker.db")) ||
    (existsSync(join(folder, CONFIG_FILE)) && !existsSync(join(folder, BELOW_SERVER)))
  );
}
