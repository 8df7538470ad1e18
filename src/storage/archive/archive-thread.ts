/** The thread that archives. It reads the store over its own connection, and asks the storage thread to delete the sealed rows. */
import { setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { EngineConfig } from "../engine.ts";
import { archiveRun } from "./archive-run.ts";
import type { ArchiveSource } from "./archive-source.ts";
import type { ArchiveColumns } from "./files/archive-columns.ts";
import type { Manifest } from "./files/archive-folder.ts";
import { ArchiveFolder } from "./files/archive-folder.ts";
import type { Month } from "./files/month.ts";
import { buffersOf, type PackedColumns, packColumns } from "./files/packed-columns.ts";
import { forgetArchived } from "./forget-archived.ts";

/** What the thread is started with. */
export interface ArchiveJob {
  readonly config: EngineConfig;
  readonly folder: string;
  /** Months that end before this are archived. If absent, none are. */
  readonly beforeMs?: number;
  /** Months older than this are deleted from the archive. If absent, none are. */
  readonly forgetBeforeMs?: number;
}

/**
 * To the storage thread. It answers to each but `done` when that is done: with true, or with false if not all spans were as
 * expected. Answers come in order.
 */
export type ArchiveReport =
  | { readonly kind: "clear"; readonly rows: PackedColumns }
  | { readonly kind: "clear-spans"; readonly spans: Float64Array<ArrayBuffer> }
  | { readonly kind: "mark-cleared"; readonly month: Month }
  | { readonly kind: "done"; readonly manifests: readonly Manifest[]; readonly forgotten: number };

/** Lower than the storage thread, which is lower than the game's. */
const PRIORITY = 15;

async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new TypeError("archive-thread.ts runs as a worker thread only");
  // On other systems the priority applies to the whole process.
  if (process.platform === "linux") setPriority(PRIORITY);
  const { config, folder: path, beforeMs, forgetBeforeMs } = workerData as ArchiveJob;
  const folder = new ArchiveFolder(path);
  const source = await openSource(config);
  try {
    const forgotten =
      forgetBeforeMs === undefined ? 0 : await forgetArchived(folder, await source.otherServers(), forgetBeforeMs);
    const manifests = beforeMs === undefined ? [] : await archive(port, config, source, folder, beforeMs);
    port.postMessage({ kind: "done", manifests, forgotten } satisfies ArchiveReport);
  } finally {
    await source.close();
  }
  port.close();
}

async function archive(
  port: MessagePort,
  config: EngineConfig,
  source: ArchiveSource,
  folder: ArchiveFolder,
  beforeMs: number,
): Promise<Manifest[]> {
  const underWay: ((isWhole: boolean) => void)[] = [];
  port.on("message", (isWhole: boolean) => underWay.shift()?.(isWhole));
  const ask = (report: ArchiveReport, buffers: ArrayBuffer[]): Promise<boolean> =>
    new Promise((resolve) => {
      underWay.push(resolve);
      port.postMessage(report, buffers);
    });
  const clear = async (columns: ArchiveColumns): Promise<void> => {
    const rows = packColumns(columns);
    await ask({ kind: "clear", rows }, buffersOf(rows));
  };
  const clearSpans = (spans: Float64Array<ArrayBuffer>) => ask({ kind: "clear-spans", spans }, [spans.buffer]);
  const markCleared = async (month: Month): Promise<void> => void (await ask({ kind: "mark-cleared", month }, []));
  return archiveRun({ folder, source, server: config.serverName, beforeMs, clear, clearSpans, markCleared });
}

async function openSource(config: EngineConfig): Promise<ArchiveSource> {
  if (config.engine === "postgres") {
    const { postgresArchiveSource } = await import("../postgres/upkeep/archive-source.ts");
    return postgresArchiveSource(config.url, config.serverName);
  }
  const { sqliteArchiveSource } = await import("../sqlite/upkeep/archive-source.ts");
  return sqliteArchiveSource(config.file);
}

void run();
