import { setTimeout as pause } from "node:timers/promises";
import type { FailureLog } from "../../failure-log.ts";
import { forgetMonths, lookAfterTables, UpkeepSession } from "./table-upkeep.ts";

/** What others wait for a step. */
const MOST_STEP_MS = 20;
/** Between two looks at the tables. */
const UPKEEP_EVERY_MS = 60 * 60 * 1000;
/** After one that failed: a table was locked for longer than others may wait. */
const UPKEEP_AGAIN_MS = 5 * 60 * 1000;

interface TableKeeperParts {
  /** Secret. */
  readonly url: string;
  readonly log: FailureLog | undefined;
  /** Asked over the server's own session; rejects when that is gone. */
  readonly isDue: () => Promise<boolean>;
  readonly isConnected: () => boolean;
  readonly explain: (error: unknown) => Error;
}

/** What takes long and is done in the background, beside writes and questions: looking after the tables, and forgetting months. */
export class TableKeeper {
  readonly #parts: TableKeeperParts;
  #session: UpkeepSession;
  #upkeep: Promise<void> | undefined;
  /** How many rows it is rid of, once it is. */
  #forgetting: Promise<number> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TableKeeperParts) {
    this.#parts = parts;
    this.#session = new UpkeepSession(parts.url);
  }

  /** Looks after the tables now, and every hour from here on. */
  start(afterMs = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.start(UPKEEP_EVERY_MS);
      this.upkeep().catch((error: Error) => {
        // A session that broke says so itself, and the next one looks after the tables.
        if (!this.#parts.isConnected()) return;
        const text = "The tables could not be looked after; this is tried again in some minutes.";
        this.#parts.log?.failure("upkeep", `${text} ${error.message}`);
        this.start(UPKEEP_AGAIN_MS);
      });
    }, afterMs).unref();
  }

  /** Looks after the tables if anything is due. */
  async upkeep(): Promise<void> {
    this.#upkeep ??= this.#lookAfterTables().finally(() => {
      this.#upkeep = undefined;
    });
    return this.#upkeep;
  }

  /** Begins to forget, or goes on. Resolves with the number of rows that are gone; `undefined` while it is not done. */
  async forgetStep(beforeMs: number, server: number): Promise<number | undefined> {
    this.#forgetting ??= forgetMonths(this.#session, { beforeMs, server });
    const forgotten = await Promise.race([this.#forgetting, pause(MOST_STEP_MS, undefined)]).catch((error: unknown) => {
      this.#forgetting = undefined;
      throw this.#parts.explain(error);
    });
    if (forgotten !== undefined) this.#forgetting = undefined;
    return forgotten;
  }

  /** What is under way is taken back by the database. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#session.end();
    this.#session = new UpkeepSession(this.#parts.url);
    await Promise.allSettled([this.#upkeep, this.#forgetting]);
    this.#forgetting = undefined;
  }

  async #lookAfterTables(): Promise<void> {
    const { isDue, log, explain } = this.#parts;
    if (!(await isDue())) return;
    try {
      await lookAfterTables(this.#session, (line) => log?.info(line));
    } catch (error) {
      throw explain(error);
    }
  }
}
