import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../model/log.ts";
import { checkValues } from "./check-values.ts";
import { defaultConfigFile } from "./default-file.ts";
import { ALL_DEFAULTS, defaultConfig, describeComplaint, readConfig, unreadableConfig } from "./read-config.ts";
import type { Config } from "./settings.ts";

export const CONFIG_FILE = "config.yml";

/** Says what applies if the file cannot be read while the server runs. */
const KEPT = "keeping what was in force; nothing is taken away automatically until this is corrected";

/**
 * Reads config.yml from the plugin's folder, or creates it, readable by its owner only. An existing file is never rewritten. Complaints go
 * to the console; there is always a configuration to start with. `inForce` is the running configuration, at a reload: if the file cannot be
 * read then, nothing changes except that removal stops.
 */
export function loadConfig(folder: string, log: Log, inForce?: Config): Config {
  const path = join(folder, CONFIG_FILE);
  const instead = inForce === undefined ? ALL_DEFAULTS : KEPT;
  const unreadable = inForce === undefined ? unreadableConfig() : { ...inForce, autoRemoveDuplicates: false };
  const text = readOrCreate(path, instead, log);
  if (text === "unreadable") return unreadable;
  if (text === "new") return defaultConfig();
  const { config, isUnreadable, complaints } = readConfig(text.written);
  if (isUnreadable) {
    for (const complaint of complaints) log.warn(describeComplaint(path, { ...complaint, instead }));
    return unreadable;
  }
  // The worlds are not known yet.
  for (const complaint of [...complaints, ...checkValues(text.written, [])])
    log.warn(describeComplaint(path, complaint));
  if (holdsSecrets(config) && isReadableByOthers(path)) {
    log.warn(`${path} holds secrets and can be read by every user of this machine. Run: chmod 600 ${path}`);
  }
  return config;
}

/** True if the file contains a URL, token or password. */
export function holdsSecrets({ storage, notifications }: Config): boolean {
  const { embedChat, botChat, hookChat, generic } = notifications;
  return [storage.postgresUrl, embedChat.webhookUrl, botChat.botToken, hookChat.webhookUrl, generic.url].some(
    (secret) => secret !== "",
  );
}

function readOrCreate(path: string, instead: string, log: Log): { readonly written: string } | "new" | "unreadable" {
  try {
    return { written: readFileSync(path, "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log.error(`${path} cannot be read (${(error as Error).message}); ${instead}.`);
      return "unreadable";
    }
  }
  try {
    writeFileSync(path, defaultConfigFile(), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
  } catch (error) {
    log.error(`${path} cannot be created (${(error as Error).message}); using the default of every key.`);
  }
  return "new";
}

/** True if every user of the machine can read the file. Windows has no such bits: there the folder's own rights decide. */
export function isReadableByOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o004) !== 0;
}
