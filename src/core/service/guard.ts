import type { Log } from "../model/log.ts";
import type { Clock } from "../time/clock.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";

/** Keeps errors of ours out of the game. They are logged, at most one a minute. */
export class Guard {
  readonly #log: Log;
  readonly #failures: OncePerMinute;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#failures = new OncePerMinute(clock);
  }

  /** Runs something. An error in it is logged, and affects nothing else. */
  run(what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.sayFailed(what, error);
    }
  }

  sayFailed(what: string, error: unknown): void {
    const text = error instanceof Error ? error.stack : error;
    this.#failures.run(() => this.#log.error(`Doubletake failed at ${what}: ${text}`));
  }
}
