import { existsSync, rmSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { DoubletakeError } from "../../core/storage-face.ts";
import type { EngineConfig } from "../engine.ts";
import { putInPlace } from "../sync-to-disk.ts";
import type { OnCopied } from "./copy-steps.ts";
import { copyStore } from "./copy-store.ts";

const THREAD_FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./backup-thread.ts" : "./backup-thread.js",
  import.meta.url,
);
const LOOK_EVERY_MS = 200;

/** The name of a backup that is being made: nobody may take a half-made one for a backup. */
const DRAFT = ".saving";
/** Files that SQLite and its engine make beside theirs. */
const BESIDE = ["", "-journal", "-wal", "-shm", "-owner"];

/** What the thread is started with. */
export interface BackupJob {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes everything into a new, consistent and compact SQLite file while the server runs. A backup of PostgreSQL is an SQLite
 * file too: it can be used in a plugin folder directly, or migrated back.
 */
export async function backUpStore(config: EngineConfig, to: string, onCopied: OnCopied): Promise<void> {
  if (existsSync(to)) throw new DoubletakeError("DT_FOLDER_DENIED", `${to} is there already: choose another name.`);
  const draft = to + DRAFT;
  removeDraft(draft);
  try {
    if (config.engine === "postgres") {
      const target = { engine: "sqlite", file: draft, serverName: config.serverName } as const;
      await copyStore({ from: config, to: target, onCopied, isSourceInUse: true });
    } else await vacuumInto({ from: config.file, to: draft }, onCopied);
    requireClosed(draft, to);
    putInPlace(draft, to);
  } finally {
    removeDraft(draft);
  }
}

/** Also what a killed backup left. */
function removeDraft(draft: string): void {
  for (const suffix of BESIDE) rmSync(draft + suffix, { force: true });
}

/** What is still in the log would be missing in the file. */
function requireClosed(draft: string, to: string): void {
  if (sizeOf(`${draft}-wal`) === 0) return;
  throw new DoubletakeError(
    "DT_STORE_FULL",
    `${to} could not be written as a whole. Check the free space of its disk, and try again.`,
  );
}

/** Runs one long statement on its own thread, so that this thread can watch its progress. */
async function vacuumInto(job: BackupJob, onCopied: OnCopied): Promise<void> {
  const { openReadOnly } = await import("../sqlite/file/open-file.ts");
  openReadOnly(job.from).close();
  const total = sizeOf(job.from);
  const timer = setInterval(
    () => onCopied({ what: "bytes", done: Math.min(sizeOf(job.to), total), total }),
    LOOK_EVERY_MS,
  );
  try {
    await new Promise<void>((resolve, reject) => {
      const worker = new Worker(THREAD_FILE, { workerData: job });
      worker.once("error", reject);
      worker.once("exit", () => resolve());
    });
  } catch (cause) {
    const { sqliteFailure } = await import("../sqlite/failures.ts");
    throw sqliteFailure(cause, job.to);
  } finally {
    clearInterval(timer);
  }
  onCopied({ what: "bytes", done: sizeOf(job.to), total: sizeOf(job.to) });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
