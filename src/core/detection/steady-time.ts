import type { Clock } from "../clock.ts";

/** What a tick takes when nothing is slow. */
const TICK_MS = 50;

/** No tick takes longer than this: a larger step is a clock that was set. */
const LONGEST_TICK_MS = 5000;

/** Time as it passes from boundary to boundary. A wall clock that is set, forward or back, neither ends a wait nor prolongs it. */
export class SteadyTime {
  readonly #clock: Clock;
  #lastMs: number | undefined;
  #ms = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since the first boundary. */
  get ms(): number {
    return this.#ms;
  }

  /** Called once at every boundary. */
  tick(): void {
    const now = this.#clock.now();
    const passed = this.#lastMs === undefined ? 0 : now - this.#lastMs;
    this.#ms += passed >= 0 && passed <= LONGEST_TICK_MS ? passed : TICK_MS;
    this.#lastMs = now;
  }
}
