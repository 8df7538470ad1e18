import { setTimeout as pause } from "node:timers/promises";
import type { FailureLog } from "../../failure-log.ts";
import { forget } from "./forget.ts";
import { lookAfterTables, UpkeepSession } from "./table-upkeep.ts";

/** How long a step may keep others waiting. */
const MAX_STEP_MS = 20;
const UPKEEP_EVERY_MS = 60 * 60 * 1000;
/** After a failure, such as a table that stayed locked for too long. */
const UPKEEP_AGAIN_MS = 5 * 60 * 1000;

interface TableKeeperParts {
  /** Secret. */
  readonly url: string;
  readonly log: FailureLog | undefined;
  /** Asks over the server's own session; rejects if that is gone. */
  readonly isDue: () => Promise<boolean>;
  readonly isConnected: () => boolean;
  readonly explain: (error: unknown) => Error;
}

/** Does long work in the background, beside writes and questions: looks after the tables, and forgets months. */
export class TableKeeper {
  readonly #parts: TableKeeperParts;
  #session: UpkeepSession;
  #upkeep: Promise<void> | undefined;
  /** Resolves with the number of deleted rows. */
  #forgetting: Promise<number> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TableKeeperParts) {
    this.#parts = parts;
    this.#session = new UpkeepSession(parts.url);
  }

  /** Looks after the tables after this time, and then every hour. */
  start(afterMs = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.start(UPKEEP_EVERY_MS);
      this.upkeep().catch((error: Error) => {
        // A broken session is reported elsewhere, and the next session looks after the tables.
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

  /** Starts to forget, or continues. Resolves with the number of deleted rows, or `undefined` if it is not done yet. */
  async forgetStep(beforeMs: number, server: number): Promise<number | undefined> {
    this.#forgetting ??= this.#session
      .alone((connection) => forget(connection, { beforeMs, server }))
      .then((deleted) => deleted ?? 0);
    const forgotten = await Promise.race([this.#forgetting, pause(MAX_STEP_MS, undefined)]).catch((error: unknown) => {
      this.#forgetting = undefined;
      throw this.#parts.explain(error);
    });
    if (forgotten !== undefined) this.#forgetting = undefined;
    return forgotten;
  }

  /** Ends all background work; the database rolls back whatever is under way. */
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
