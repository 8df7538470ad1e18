import { setTimeout as pause } from "node:timers/promises";
import { DoubletakeError, errorText } from "../errors.ts";
import type { Log } from "../model/log.ts";
import type { Clock } from "../time/clock.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";

/** Ticks until a store that refused is tried again: a second. */
export const RETRY_TICKS = 20;

/** Further writes are refused, because memory is limited. */
export const MAX_WAITING = 10_000;

/** Tries in one tick when the store works again. */
const TRIES_PER_TICK = 32;

/** At the stop: tries, and the pause between two of them. Together two seconds. */
const LAST_TRIES = 8;
const LAST_PAUSE_MS = 250;

interface Waiting {
  readonly what: string;
  readonly attempt: (isAgain: boolean) => Promise<void>;
  readonly giveUp: (error: Error) => void;
  /** True once the store has been asked to take it. */
  wasTried: boolean;
}

/**
 * Writes that must not be lost: a write that the store refuses is kept in memory and tried again until the store takes it. An unreachable
 * store is tried with one write a second, not with all of them.
 */
export class RetriedWrites {
  readonly #log: Log;
  readonly #warning: OncePerMinute;
  /** In the order in which they came. A write that is refused again goes to the end, so that none blocks the others. */
  readonly #waiting = new Set<Waiting>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #lastOfKey = new Map<string, Promise<unknown>>();
  /** The number of writes behind another with the same key that have not been tried yet. */
  #inLine = 0;
  readonly #lossWarning: OncePerMinute;
  #lost = 0;
  #ticksToWait = RETRY_TICKS;
  #isProbing = false;
  #isFinished = false;
  #lastFailure = "";

  constructor(clock: Clock, log: Log) {
    this.#log = log;
    this.#warning = new OncePerMinute(clock);
    this.#lossWarning = new OncePerMinute(clock);
  }

  /** The number of writes that the store has refused and not taken since, and of those behind others with the same key. */
  get waiting(): number {
    return this.#waiting.size + this.#inLine;
  }

  /**
   * Resolves when the store has taken it. `isAgain` is true if an earlier try was refused: the store may have kept it anyway, if only its
   * answer was lost. Rejects if there is no room to wait, or the service ends first. `what` is for the console.
   */
  run<T>(what: string, write: (isAgain: boolean) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const attempt = async (isAgain: boolean) => resolve(await write(isAgain));
      void this.#try({ what, attempt, giveUp: reject, wasTried: false });
    });
  }

  /** Like `run`, but after all earlier writes with this key: a replacement must not come before what it replaces. */
  inOrder<T>(key: string, what: string, write: (isAgain: boolean) => Promise<T>): Promise<T> {
    const before = this.#lastOfKey.get(key);
    if (before !== undefined && this.waiting + this.#underWay.size >= MAX_WAITING)
      return Promise.reject(new Error(`${MAX_WAITING} writes wait already. ${this.#lastFailure}`.trim()));
    const run = () => {
      if (before !== undefined) this.#inLine--;
      return this.run(what, write);
    };
    if (before !== undefined) this.#inLine++;
    const done = before === undefined ? run() : before.then(run, run);
    this.#lastOfKey.set(key, done);
    const forget = () => {
      if (this.#lastOfKey.get(key) === done) this.#lastOfKey.delete(key);
    };
    done.then(forget, forget);
    return done;
  }

  /** Warns that a write was given up and its writer can do no more: at most once a minute, with a count. */
  sayLost(what: string, error: unknown): void {
    const text = errorText(error);
    const others = this.#lost === 0 ? "" : `, and ${this.#lost} more before it,`;
    this.#lost++;
    this.#lossWarning.run(() => {
      this.#log.warn(`${what}${others} was not stored: ${text}`);
      this.#lost = 0;
    });
  }

  /** Called once a tick. */
  tick(): void {
    if (this.#waiting.size === 0) return;
    this.#warning.run(() => this.#log.warn(this.#complaint()));
    if (this.#isProbing || --this.#ticksToWait > 0) return;
    this.#ticksToWait = RETRY_TICKS;
    const [first] = this.#waiting as unknown as [Waiting];
    this.#isProbing = true;
    void this.#try(first).then((isTaken) => {
      this.#isProbing = false;
      if (isTaken) this.#tryOthers();
    });
  }

  /** Tries everything a last time. What the store does not take now is lost, and its writers are told. */
  async finish(): Promise<void> {
    for (let tries = 0; tries < LAST_TRIES && this.waiting + this.#underWay.size > 0; tries++) {
      if (tries > 0) await pause(LAST_PAUSE_MS);
      for (const waiting of [...this.#waiting]) void this.#try(waiting);
      await Promise.all(this.#underWay);
    }
    this.#isFinished = true;
    if (this.#waiting.size === 0) return;
    this.#log.error(
      `${this.#waiting.size} cases, claims or quarantined items could not be stored before the stop: ${this.#lastFailure}`,
    );
    for (const { giveUp } of this.#waiting) giveUp(new Error(this.#lastFailure));
    this.#waiting.clear();
  }

  /** Resolves with true if the store took it; never rejects. */
  #try(waiting: Waiting): Promise<boolean> {
    const isAgain = waiting.wasTried;
    waiting.wasTried = true;
    // It does not wait during a try, so that no second try of the same write begins.
    this.#waiting.delete(waiting);
    let failure: unknown;
    const trying = waiting.attempt(isAgain).catch((error: unknown) => {
      failure = error ?? new Error("unknown");
      this.#onRefused(waiting, error);
    });
    this.#underWay.add(trying);
    return trying.then(() => {
      this.#underWay.delete(trying);
      if (failure === undefined && isAgain && this.#waiting.size + this.#underWay.size === 0)
        this.#log.info("The store took what had waited for it.");
      return failure === undefined;
    });
  }

  #onRefused(waiting: Waiting, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const isClosed = error instanceof DoubletakeError && error.code === "DT_NOT_RUNNING";
    if (isClosed || this.#isFinished || this.#waiting.size >= MAX_WAITING) {
      waiting.giveUp(error);
      return;
    }
    this.#waiting.add(waiting);
    this.#lastFailure = error.message;
    this.#warning.run(() => this.#log.warn(this.#complaint()));
  }

  #tryOthers(): void {
    // The rest has its turn in the next tick.
    this.#ticksToWait = 1;
    let tries = 0;
    for (const waiting of [...this.#waiting]) {
      if (++tries >= TRIES_PER_TICK) break;
      void this.#try(waiting);
    }
  }

  #complaint(): string {
    const [first] = this.#waiting as unknown as [Waiting];
    const others = this.#waiting.size > 1 ? ` and ${this.#waiting.size - 1} more` : "";
    return `${first.what}${others} could not be stored yet, and will be tried again until it can: ${this.#lastFailure}`;
  }
}
