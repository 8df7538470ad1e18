/** The thread that archives: it reads the store over a connection of its own, and asks the storage thread to delete what is sealed. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { EngineConfig } from "../engine.ts";
import { archiveRun } from "./archive-run.ts";
import type { ArchiveSource } from "./archive-source.ts";
import type { SealedColumns } from "./sealed-columns.ts";
import type { Manifest } from "./sealed-folder.ts";
import { SealedFolder } from "./sealed-folder.ts";

/** What the thread is started with. */
export interface ArchiveJob {
  readonly config: EngineConfig;
  readonly folder: string;
  readonly beforeMs: number;
}

/** To the storage thread, which answers each `clear` with a message when it is done. */
export type ArchiveReport =
  | { readonly kind: "clear"; readonly rows: SealedColumns }
  | { readonly kind: "done"; readonly manifests: readonly Manifest[] };

/** Below the storage thread, which is below the game's. */
const PRIORITY = 15;

async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new TypeError("archive-thread.ts runs as a worker thread only");
  // Elsewhere than on Linux a priority is the whole process's.
  if (process.platform === "linux") setPriority(PRIORITY);
  const { config, folder, beforeMs } = workerData as ArchiveJob;
  const source = await openSource(config);
  const report = (message: ArchiveReport): void => port.postMessage(message);
  try {
    const manifests = await archiveRun({
      folder: new SealedFolder(folder),
      source,
      server: config.serverName,
      beforeMs,
      clear: (rows) =>
        new Promise((resolve) => {
          port.once("message", () => resolve());
          report({ kind: "clear", rows });
        }),
    });
    report({ kind: "done", manifests });
  } finally {
    await source.close();
    port.close();
  }
}

async function openSource(config: EngineConfig): Promise<ArchiveSource> {
  if (config.engine === "postgres") {
    const { postgresArchiveSource } = await import("../postgres/archive-source.ts");
    return postgresArchiveSource(config.url, config.serverName);
  }
  const { sqliteArchiveSource } = await import("../sqlite/archive-source.ts");
  return sqliteArchiveSource(config.file);
}

void run();
