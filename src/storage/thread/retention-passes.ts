import { errorText } from "../../core/model/records.ts";
import type { Engine } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Between two steps, so that a pass over a large database takes a small part of the thread's time. */
const STEP_PAUSE_MS = 20;

/** When retention works: a pass now and then, in steps that the storage thread takes when nothing else waits. */
export class RetentionPasses {
  readonly #engine: Engine;
  readonly #log: FailureLog;
  readonly #days: number;
  readonly #pauseMs: number;
  readonly #due: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #deletedRows = 0;

  /** `due` is called when a step wants to be taken. */
  constructor(
    engine: Engine,
    log: FailureLog,
    { days, pauseMs }: { readonly days: number; readonly pauseMs: number },
    due: () => void,
  ) {
    this.#engine = engine;
    this.#log = log;
    this.#days = days;
    this.#pauseMs = pauseMs;
    this.#due = due;
    this.#after(pauseMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
  }

  /** Takes a step if one is due. Never resolves with true: the step after it waits for its time. */
  async step(): Promise<boolean> {
    if (!this.#isDue) return false;
    this.#isDue = false;
    try {
      const { deletedRows, hasMore } = await this.#engine.purgeStep(Date.now() - this.#days * DAY_MS);
      this.#deletedRows += deletedRows;
      if (!hasMore) this.#sum();
      this.#after(hasMore ? STEP_PAUSE_MS : this.#pauseMs);
    } catch (cause) {
      const why = errorText(cause);
      this.#log.failure("retention", `Old transfers could not be deleted; this is tried again later. ${why}`);
      this.#after(this.#pauseMs);
    }
    return false;
  }

  #after(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#due();
    }, ms);
  }

  #sum(): void {
    if (this.#deletedRows > 0) {
      this.#log.info(`Deleted ${this.#deletedRows} transfers older than ${this.#days} days.`);
    }
    this.#deletedRows = 0;
  }
}
