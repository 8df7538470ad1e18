import type { GameClock } from "./game-clock.ts";

/** Ticks that an average looks back over: about a minute. */
const WINDOW_TICKS = 1200;

type ElapsedClock = Pick<GameClock, "elapsedMs">;

/** Milliseconds that something takes each tick, as a running average. Measuring costs two readings of a clock. */
export class RunningCost {
  readonly #clock: ElapsedClock;
  #ticks = 0;
  #averageMs = 0;

  constructor(clock: ElapsedClock) {
    this.#clock = clock;
  }

  get averageMs(): number {
    return this.#averageMs;
  }

  /** Runs something that is done once a tick. If it throws, its time counts too, and the error is passed on. */
  measure(act: () => void): void {
    const beganMs = this.#clock.elapsedMs();
    try {
      act();
    } finally {
      this.#ticks = Math.min(this.#ticks + 1, WINDOW_TICKS);
      this.#averageMs += (this.#clock.elapsedMs() - beganMs - this.#averageMs) / this.#ticks;
    }
  }
}

/** What we cost the game, by part. `tickEnd` is everything that is done at the end of a tick, scan and sweep included. */
export class TickCost {
  readonly scan: RunningCost;
  readonly sweep: RunningCost;
  readonly tickEnd: RunningCost;

  constructor(clock: ElapsedClock) {
    this.scan = new RunningCost(clock);
    this.sweep = new RunningCost(clock);
    this.tickEnd = new RunningCost(clock);
  }
}
