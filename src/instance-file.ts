import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Log } from "./core/model/log.ts";

const INSTANCE_FILE = "instance";
const LETTERS = 4;

/**
 * Identifies this world on a database that several servers share. It is in a file beside the world, so a copy of the folder has the same
 * id.
 */
interface Instance {
  readonly id: string;
  /** The server's name if it has no `server-name`. */
  readonly defaultName: string;
  readonly folderName: string;
}

/** The folder's instance; its id is empty if there is none yet. */
export function readInstance(folder: string): Instance {
  const plain = nameOf(folder);
  const file = join(folder, INSTANCE_FILE);
  const [id = "", kept = ""] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (id === "") return { id, defaultName: plain, folderName: plain };
  // On hosting panels every server's folder has the same name.
  return { id, defaultName: kept || `${plain}-${lettersOf(id)}`, folderName: plain };
}

/**
 * Makes the folder's instance if it has none. `isKnownByFolder`: an earlier version has run here, which named a server after its folder
 * alone. Its records are under that name, so the name stays.
 */
export function makeInstance(folder: string, isKnownByFolder: boolean, log: Log): void {
  if (readInstance(folder).id !== "") return;
  const lines = [randomUUID(), isKnownByFolder ? nameOf(folder) : ""];
  try {
    writeFileSync(join(folder, INSTANCE_FILE), lines.join("\n"), { flag: "wx" });
  } catch (error) {
    log.warn(
      `${join(folder, INSTANCE_FILE)} cannot be written (${(error as Error).message}): set server-name in config.yml.`,
    );
  }
}

/** The game server's folder is two levels above `plugins/doubletake`. */
function nameOf(folder: string): string {
  return basename(dirname(dirname(resolve(folder)))) || "server";
}

/** Letters only, so that nobody takes them for a number of servers. */
function lettersOf(id: string): string {
  return [...id.slice(0, LETTERS)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
}
