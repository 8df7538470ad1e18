import { Worker } from "node:worker_threads";
import { DAY_MS, errorText } from "../../core/storage-face.ts";
import type { Engine, EngineConfig } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { DueTimer } from "../thread/due-timer.ts";
import type { ArchiveJob, ArchiveReport } from "./archive-thread.ts";
import { manifestsFor } from "./cleared-months.ts";
import type { ArchiveFolder, Manifest } from "./files/archive-folder.ts";
import { lastMonthBefore } from "./files/month.ts";
import { unpackColumns } from "./files/packed-columns.ts";
import { isForgettable } from "./forget-archived.ts";

/** The pause between two steps of getting ready. */
const STEP_PAUSE_MS = 5;
/** The thread runs from source during development, and from `dist` when installed. */
const THREAD_FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./archive-thread.ts" : "./archive-thread.js",
  import.meta.url,
);

type ClearReport = Exclude<ArchiveReport, { kind: "done" }>;

interface ArchivePassesOptions {
  readonly config: EngineConfig;
  readonly folder: ArchiveFolder;
  /** 0 archives nothing. */
  readonly afterDays: number;
  /** 0 forgets nothing. */
  readonly retentionDays: number;
  /** The pause between two passes, and before the first. */
  readonly pauseMs: number;
}

/** Checks now and then whether a month is due for the archive. If so, starts a thread that lasts while there is work. */
export class ArchivePasses {
  readonly #engine: Engine;
  readonly #log: FailureLog;
  readonly #options: ArchivePassesOptions;
  readonly #wake: () => void;
  readonly #timer: DueTimer;
  #worker: Worker | undefined;
  /** What the thread has asked to delete, in order. */
  #toClear: ClearReport[] = [];

  /** `wake` is called when a step is due. */
  constructor(engine: Engine, log: FailureLog, options: ArchivePassesOptions, wake: () => void) {
    this.#engine = engine;
    this.#log = log;
    this.#options = options;
    this.#wake = wake;
    this.#timer = new DueTimer(wake);
    this.#timer.after(options.pauseMs);
  }

  /** Ending the thread in the middle of its work is as safe as ending the process. */
  stop(): void {
    this.#timer.stop();
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#toClear = [];
  }

  /** Takes a step if one is due. */
  async step(): Promise<void> {
    const report = this.#toClear.shift();
    try {
      if (report !== undefined) await this.#clear(report);
      else if (this.#timer.takeDue()) await this.#begin();
    } catch (cause) {
      this.#giveUp(cause);
    }
  }

  async #clear(report: ClearReport): Promise<void> {
    let isWhole = true;
    if (report.kind === "clear") await this.#engine.clearArchived(unpackColumns(report.rows));
    else if (report.kind === "mark-cleared") await this.#engine.markCleared(report.month);
    else isWhole = await this.#engine.clearArchivedSpans(report.spans);
    this.#worker?.postMessage(isWhole);
    if (this.#toClear.length > 0) this.#wake();
  }

  async #begin(): Promise<void> {
    const { config, folder, afterDays, retentionDays, pauseMs } = this.#options;
    const now = Date.now();
    const manifests = manifestsFor(await this.#engine.clearedMonths(), folder.manifests());
    const beforeMs = afterDays > 0 ? now - afterDays * DAY_MS : undefined;
    const forgetBeforeMs = retentionDays > 0 ? now - retentionDays * DAY_MS : undefined;
    const isArchiveDue = beforeMs !== undefined && !isAllSealed(manifests, beforeMs);
    const isForgettingDue =
      forgetBeforeMs !== undefined && manifests.some((manifest) => isForgettable(manifest, forgetBeforeMs));
    const readiness = isArchiveDue ? await this.#engine.archiveReadyStep(beforeMs) : "elsewhere";
    const job = {
      ...(readiness === "ready" && beforeMs !== undefined && { beforeMs }),
      ...(isForgettingDue && { forgetBeforeMs }),
    };
    if (readiness === "soon") this.#timer.after(STEP_PAUSE_MS);
    else if (Object.keys(job).length === 0) this.#timer.after(pauseMs);
    else this.#start({ config, folder: folder.path, ...job });
  }

  #start(workerData: ArchiveJob): void {
    const worker = new Worker(THREAD_FILE, { workerData, name: "doubletake-archive" });
    this.#worker = worker;
    worker.on("message", (report: ArchiveReport) => {
      if (this.#worker !== worker) return;
      if (report.kind === "done") this.#told(report);
      else {
        this.#toClear.push(report);
        this.#wake();
      }
    });
    worker.on("error", (cause) => this.#worker === worker && this.#giveUp(cause));
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#timer.after(this.#options.pauseMs);
    });
  }

  #told({ manifests, forgotten }: Extract<ArchiveReport, { kind: "done" }>): void {
    const rows = manifests.reduce((sum, manifest) => sum + manifest.rows, 0);
    const { folder, afterDays, retentionDays } = this.#options;
    if (rows > 0)
      this.#log.info(`Moved ${rows} transfers older than ${afterDays} days into the archive ${folder.path}.`);
    if (forgotten > 0)
      this.#log.info(
        `Deleted ${forgotten} transfers older than ${retentionDays} days from the archive ${folder.path}.`,
      );
  }

  #giveUp(cause: unknown): void {
    const why = errorText(cause);
    const text = "Old transfers could not be archived. Nothing is lost by it, and it is tried again later.";
    this.#log.failure("archive", `${text} ${why}`);
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#toClear = [];
    this.#timer.after(this.#options.pauseMs);
  }
}

function isAllSealed(manifests: readonly Manifest[], beforeMs: number): boolean {
  return manifests.every(({ isCleared }) => isCleared) && (manifests.at(-1)?.month ?? "") >= lastMonthBefore(beforeMs);
}
