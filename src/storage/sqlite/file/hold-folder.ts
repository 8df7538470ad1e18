import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DoubletakeError } from "../../../core/storage-face.ts";
import { isBusy } from "../connection.ts";

const LOCK_FILE = "server.lock";

/**
 * Makes this process the only one that runs a game server in the folder, and makes the folder if it is missing. Returns a function that
 * releases it. The lock is a system lock on a small database, so it ends with the process, however that ends. The process id is the
 * database's version number, which others can read meanwhile.
 */
export function holdFolder(folder: string): () => void {
  const lock = open(folder);
  try {
    lock.exec(`PRAGMA journal_mode = MEMORY; PRAGMA user_version = ${process.pid}; BEGIN IMMEDIATE`);
    return () => lock.close();
  } catch (cause) {
    const holder = isBusy(cause) ? ` (process ${holderOf(lock)})` : "";
    lock.close();
    if (holder === "") throw denied(folder, cause);
    throw new DoubletakeError(
      "DT_FOLDER_IN_USE",
      `Another server${holder} is running in ${folder}; stop it first, or choose another folder with --dir.`,
      { cause },
    );
  }
}

function open(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true });
    return new DatabaseSync(join(folder, LOCK_FILE));
  } catch (cause) {
    throw denied(folder, cause);
  }
}

function holderOf(lock: DatabaseSync): unknown {
  return lock.prepare("PRAGMA user_version").get()?.user_version;
}

function denied(folder: string, cause: unknown): DoubletakeError {
  const reason = (cause as Error).message;
  return new DoubletakeError(
    "DT_FOLDER_DENIED",
    `${folder} cannot be written (${reason}); choose another folder with --dir.`,
    { cause },
  );
}
