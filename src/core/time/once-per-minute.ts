import type { Clock } from "./clock.ts";

const MINUTE_MS = 60_000;

/** Lets something through at most once a minute, because repeating the same console line helps nobody. */
export class OncePerMinute {
  readonly #clock: Clock;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  run(act: () => void): void {
    const now = this.#clock.now();
    // A clock that was set back must not silence the line for hours.
    if (now - this.#lastMs < MINUTE_MS && now >= this.#lastMs) return;
    this.#lastMs = now;
    act();
  }
}
