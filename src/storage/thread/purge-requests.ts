import { errorText } from "../../core/storage-face.ts";
import type { Engine } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { DueTimer } from "./due-timer.ts";

/** Notes of the store: an operator's tool leaves its request in the first, and reads its progress from the second. */
export const PURGE_REQUEST_NOTE = "purge.request";
export const PURGE_PROGRESS_NOTE = "purge.progress";

export interface RequestedPurge {
  readonly id: string;
  readonly olderThanMs: number;
  readonly playerId?: string;
}

export interface PurgeProgress {
  /** The id of the request. */
  readonly id: string;
  readonly deletedRows: number;
  /** Rises while the server works, even if there is nothing to delete. */
  readonly steps: number;
  readonly isDone: boolean;
  /** Why the purge was given up; empty while all is well. */
  readonly failure: string;
}

const LOOK_EVERY_MS = 1000;
/** The pause between two steps, so that a purge takes only a small part of the thread's time. */
const STEP_PAUSE_MS = 5;
const STEPS_A_NOTE = 20;

/**
 * Carries out purges that an operator asks for from another process. Only the thread that owns an SQLite file may delete from
 * it, because it holds part of it in memory. So the request is a note in the store, and the thread checks for it regularly.
 * The work is done in small steps, like retention's. An unfinished request starts again after a restart. PostgreSQL needs none
 * of this: there a tool deletes rows by itself.
 */
export class PurgeRequests {
  readonly #engine: Engine;
  readonly #log: FailureLog;
  readonly #timer: DueTimer;
  #request: RequestedPurge | undefined;
  #deletedRows = 0;
  #steps = 0;

  /** `wake` is called when a step is due. */
  constructor(engine: Engine, log: FailureLog, wake: () => void) {
    this.#engine = engine;
    this.#log = log;
    this.#timer = new DueTimer(wake);
    if (engine.name === "sqlite") this.#timer.after(LOOK_EVERY_MS);
  }

  stop(): void {
    this.#timer.stop();
  }

  /** Takes a step if one is due. */
  async step(): Promise<void> {
    if (!this.#timer.takeDue()) return;
    try {
      this.#request ??= await this.#look();
      if (this.#request) await this.#purge(this.#request);
    } catch (cause) {
      await this.#giveUp(cause);
    }
    this.#timer.after(this.#request ? STEP_PAUSE_MS : LOOK_EVERY_MS);
  }

  async #look(): Promise<RequestedPurge | undefined> {
    const note = await this.#engine.ask("readNote", PURGE_REQUEST_NOTE);
    if (note === undefined) return undefined;
    const request = JSON.parse(note) as RequestedPurge;
    this.#deletedRows = 0;
    this.#steps = 0;
    await this.#tell(request, { isDone: false });
    return request;
  }

  async #purge(request: RequestedPurge): Promise<void> {
    const { olderThanMs, playerId } = request;
    const player = playerId === undefined ? {} : { playerId };
    const { deletedRows, hasMore } = await this.#engine.purgeStep(olderThanMs, player);
    this.#deletedRows += deletedRows;
    this.#steps++;
    if (hasMore && this.#steps % STEPS_A_NOTE === 0) await this.#tell(request, { isDone: false });
    if (hasMore) return;
    await this.#engine.ask("writeNote", PURGE_REQUEST_NOTE, undefined);
    await this.#tell(request, { isDone: true });
    this.#log.info(`Deleted ${this.#deletedRows} transfers, as asked for by "doubletake purge".`);
    this.#request = undefined;
  }

  async #giveUp(cause: unknown): Promise<void> {
    const why = errorText(cause);
    this.#log.failure("purge", `What "doubletake purge" asked for could not be done. ${why}`);
    const request = this.#request;
    this.#request = undefined;
    try {
      await this.#engine.ask("writeNote", PURGE_REQUEST_NOTE, undefined);
      if (request) await this.#tell(request, { isDone: true, failure: why });
    } catch {
      // The database is away: the request stays, and starts again when the database is back.
    }
  }

  #tell({ id }: RequestedPurge, how: Pick<PurgeProgress, "isDone"> & { readonly failure?: string }): Promise<void> {
    const progress: PurgeProgress = { id, deletedRows: this.#deletedRows, steps: this.#steps, failure: "", ...how };
    return this.#engine.ask("writeNote", PURGE_PROGRESS_NOTE, JSON.stringify(progress));
  }
}
