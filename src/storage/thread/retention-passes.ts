import { DAY_MS, errorText } from "../../core/storage-face.ts";
import type { Engine } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { DueTimer } from "./due-timer.ts";

/** The pause between two steps, so that a pass over a large database takes only a small part of the thread's time. */
const STEP_PAUSE_MS = 20;

/** Runs a pass of retention now and then, in steps that the storage thread takes when nothing else waits. */
export class RetentionPasses {
  readonly #engine: Engine;
  readonly #log: FailureLog;
  readonly #days: number;
  readonly #pauseMs: number;
  readonly #timer: DueTimer;
  #deletedRows = 0;

  /** `wake` is called when a step is due. */
  constructor(
    engine: Engine,
    log: FailureLog,
    { days, pauseMs }: { readonly days: number; readonly pauseMs: number },
    wake: () => void,
  ) {
    this.#engine = engine;
    this.#log = log;
    this.#days = days;
    this.#pauseMs = pauseMs;
    this.#timer = new DueTimer(wake);
    this.#timer.after(pauseMs);
  }

  stop(): void {
    this.#timer.stop();
  }

  /** Takes a step if one is due. */
  async step(): Promise<void> {
    if (!this.#timer.takeDue()) return;
    try {
      const { deletedRows, hasMore } = await this.#engine.purgeStep(Date.now() - this.#days * DAY_MS);
      this.#deletedRows += deletedRows;
      if (!hasMore) this.#sum();
      this.#timer.after(hasMore ? STEP_PAUSE_MS : this.#pauseMs);
    } catch (cause) {
      const why = errorText(cause);
      this.#log.failure("retention", `Old transfers could not be deleted; this is tried again later. ${why}`);
      this.#timer.after(this.#pauseMs);
    }
  }

  #sum(): void {
    if (this.#deletedRows > 0) {
      this.#log.info(`Deleted ${this.#deletedRows} transfers older than ${this.#days} days.`);
    }
    this.#deletedRows = 0;
  }
}
