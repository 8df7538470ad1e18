import { DoubletakeError, errorText } from "../../core/storage-face.ts";
import type { FailureLog } from "../failure-log.ts";
import type { Forwarder, RemoteEngine } from "./forwarder.ts";
import type { Journal } from "./journal.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** How often a quiet connection is checked, and the journal synced to the disk. */
const QUIET_MS = 1_000;
/** How long the database may be silent before the operator is told and questions get an error. */
const PATIENCE_MS = 10_000;
/** A question that comes this soon after a failed attempt gets that attempt's answer. */
const STILL_TRUE_MS = 1_000;

/** Errors that waiting cannot cure: the store refuses to start. */
export const REFUSED_AT_START: ReadonlySet<string> = new Set([
  "DT_SERVER_NAME_TAKEN",
  "DT_STORE_TOO_NEW",
  "DT_CONFIG_INVALID",
]);

interface Waiter {
  sequence: number;
  readonly resolve: () => void;
  readonly reject: (error: DoubletakeError) => void;
}

/** Keeps the connection: connects, forwards the journal, and reconnects after a loss. */
export class DatabaseLink {
  readonly #engine: RemoteEngine;
  readonly #journal: Journal;
  readonly #forwarder: Forwarder;
  readonly #log: FailureLog;
  readonly #patienceMs: number;
  readonly #waiters = new Set<Waiter>();
  #isStarting = false;
  #isStopping = false;
  #isUp = false;
  #failure: { readonly error: DoubletakeError; readonly atMs: number } | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  /** How many groups of rows were written so far. */
  #groups = 0;
  #wake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  /** `patienceMs`: ten seconds by default. */
  constructor(
    engine: RemoteEngine,
    journal: Journal,
    forwarder: Forwarder,
    log: FailureLog,
    patienceMs: number = PATIENCE_MS,
  ) {
    this.#engine = engine;
    this.#journal = journal;
    this.#forwarder = forwarder;
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  get isUp(): boolean {
    return this.#isUp && this.#engine.isConnected;
  }

  /** Safe to show; empty when all is well. */
  get lastError(): string {
    return this.isUp ? "" : (this.#failure?.error.message ?? "");
  }

  /** Tries to connect once, then keeps trying by itself. Resolves with the failure of the first attempt, if it failed. */
  async start(): Promise<DoubletakeError | undefined> {
    this.#isStarting = true;
    await this.#connect();
    this.#isStarting = false;
    const failure = this.#failure?.error;
    this.#running = this.#run();
    return failure;
  }

  /** Call this when the journal has new records. While the database is away, this does not make it try sooner. */
  notice(): void {
    if (this.#isUp) this.#wake();
  }

  /** Resolves when the database has everything that is in the journal now; rejects if the database is away. */
  async settle(): Promise<void> {
    if (this.isUp && this.#journal.rowCount === 0 && this.#journal.bytes === 0) return;
    const isFresh = this.#failure && Date.now() - this.#failure.atMs < STILL_TRUE_MS;
    if (!this.isUp && isFresh && this.#failure) throw this.#failure.error;
    await new Promise<void>((resolve, reject) => {
      this.#waiters.add({ sequence: this.#journal.lastSequence, resolve, reject });
      this.#wake();
    });
  }

  /** Waits for the database's answer, but not for ever: a connection that loses packets looks like a database that is busy. */
  async patiently<T>(answer: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const groupsBefore = this.#groups;
    const giveUp = () => reject(this.#groups > groupsBefore ? this.#behind() : this.#silent());
    const timer = setTimeout(giveUp, this.#patienceMs);
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends what it can within this time, unless the database is away. */
  async stop(withinMs: number): Promise<void> {
    const timer = setTimeout(() => this.#engine.disconnect(), withinMs);
    try {
      if (this.isUp) await this.settle();
    } catch {
      // The database went away: the remaining rows stay in the journal, and the caller counts them.
    }
    clearTimeout(timer);
    this.#isStopping = true;
    this.#wake();
    // An attempt to connect may still be under way, and could take long to give up.
    if (!this.isUp) this.#engine.disconnect();
    else await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      if (!this.isUp) {
        if (this.#failure) await this.#sleep(this.#pauseMs);
        if (this.#isStopping) break;
        await this.#connect();
        continue;
      }
      try {
        // A question is answered after the rows that came before it, and before later rows.
        const through = Math.min(this.#journal.lastSequence, ...[...this.#waiters].map(({ sequence }) => sequence));
        const rows = this.#journal.rowCount;
        const didSend = await this.#step(through);
        if (didSend) this.#written(rows);
        await this.#releaseWaiters(didSend ? this.#journal.deliveredTo : through);
        if (!didSend && this.#journal.lastSequence === through) await this.#sleep(QUIET_MS);
        this.#journal.sync();
      } catch (error) {
        this.#lost(error);
      }
    }
    this.#rejectWaiters(stopping());
    this.#forwarder.giveUpAnswers();
  }

  async #connect(): Promise<void> {
    try {
      await this.#engine.open();
      if (await this.#forwarder.resume()) {
        for (const waiter of this.#waiters) waiter.sequence = this.#journal.lastSequence;
      }
    } catch (error) {
      this.#lost(error);
      return;
    }
    this.#isUp = true;
  }

  async #step(through: number): Promise<boolean> {
    const timer = setTimeout(() => this.#rejectWaiters(this.#silent()), this.#patienceMs);
    try {
      return await this.#forwarder.step(through);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The database counts as back only after a write: one that answers may still refuse writes. */
  #written(rows: number): void {
    this.#groups++;
    this.#failure = undefined;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#log.recovered("postgres", `PostgreSQL is back; ${rows} rows of the journal are being sent.`);
  }

  /** The database has been silent for a while. The connection may be dead, or just very slow, so it is kept for now. */
  #silent(): DoubletakeError {
    const seconds = this.#patienceMs / 1000;
    const error = new DoubletakeError(
      "DT_STORE_UNREACHABLE",
      `PostgreSQL has not answered for ${seconds} s: check its load, its locks, and the network on the way.`,
    );
    this.#say(error);
    return error;
  }

  /** The database works, but has more to do than it can finish in that time: nothing is wrong with it. */
  #behind(): DoubletakeError {
    const rows = this.#journal.rowCount;
    return new DoubletakeError(
      "DT_STORE_UNREACHABLE",
      `PostgreSQL is still taking the rows that came before (${rows} are left). Ask again in a moment.`,
    );
  }

  #lost(cause: unknown): void {
    const error = cause instanceof DoubletakeError ? cause : unexpected(cause);
    this.#isUp = false;
    this.#pauseMs = this.#failure ? Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    this.#failure = { error, atMs: Date.now() };
    this.#rejectWaiters(error);
    this.#forwarder.giveUpAnswers();
    this.#say(error);
  }

  #say(error: DoubletakeError): void {
    // A refused start is reported by the caller, and keeps no rows.
    if (this.#isStopping || (this.#isStarting && REFUSED_AT_START.has(error.code))) return;
    const kept = `everything is kept in the journal (${this.#journal.rowCount} rows)`;
    this.#log.failure("postgres", `${error.message} Until then ${kept}. [${error.code}]`);
  }

  async #releaseWaiters(deliveredTo: number): Promise<void> {
    const released = [...this.#waiters].filter(({ sequence }) => sequence <= deliveredTo);
    if (released.length === 0) return;
    for (const waiter of released) {
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
    // Lets their questions enter the engine's queue before the next rows.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #rejectWaiters(error: DoubletakeError): void {
    for (const { reject } of this.#waiters) reject(error);
    this.#waiters.clear();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function stopping(): DoubletakeError {
  return new DoubletakeError("DT_NOT_RUNNING", "The store is closing.");
}

/** A bug of our own must not stop forwarding for good, but must not go unnoticed either. */
function unexpected(cause: unknown): DoubletakeError {
  const text = errorText(cause);
  return new DoubletakeError("DT_STORE_UNREACHABLE", `Forwarding to PostgreSQL failed (${text}).`, { cause });
}
