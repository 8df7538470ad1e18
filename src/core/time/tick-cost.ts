import { performance } from "node:perf_hooks";

/** Ticks that an average looks back over: about a minute. */
const WINDOW_TICKS = 1200;

/** Milliseconds that something takes each tick, as a running average. Measuring costs two readings of a clock. */
export class RunningCost {
  readonly #now: () => number;
  #ticks = 0;
  #averageMs = 0;

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get averageMs(): number {
    return this.#averageMs;
  }

  /** Runs something that is done once a tick. What it throws is thrown, and counted all the same. */
  measure(act: () => void): void {
    const beganMs = this.#now();
    try {
      act();
    } finally {
      this.#ticks = Math.min(this.#ticks + 1, WINDOW_TICKS);
      this.#averageMs += (this.#now() - beganMs - this.#averageMs) / this.#ticks;
    }
  }
}

/** What we cost the game, by part. `tickEnd` is everything that is done at the end of a tick, scan and sweep included. */
export class TickCost {
  readonly scan = new RunningCost();
  readonly sweep = new RunningCost();
  readonly tickEnd = new RunningCost();
}
