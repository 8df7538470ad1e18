import type { Clock } from "./clock.ts";

/** What a tick takes when nothing is slow. */
const TICK_MS = 50;

/** No tick takes longer than this: a larger step is a clock that was set. */
const LONGEST_TICK_MS = 5000;

/** The moment that a wait began. */
export interface WaitStart {
  readonly ms: number;
  readonly ticks: number;
}

/** Time as it passes from tick to tick. A wall clock that is set, forward or back, neither ends a wait nor prolongs it. */
export class SteadyTime {
  readonly #clock: Clock;
  #lastMs: number | undefined;
  #ms = 0;
  #ticks = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since the first tick end. */
  get ms(): number {
    return this.#ms;
  }

  /** A wait begins now. */
  get now(): WaitStart {
    return this.ago(0);
  }

  /** A wait began so long ago, in a process before this one, of which nobody counted the ticks: they had the usual length. */
  ago(ms: number): WaitStart {
    return { ms: this.#ms - ms, ticks: this.#ticks - Math.floor(ms / TICK_MS) };
  }

  /**
   * True when this long has passed: the milliseconds, and as many ticks as they mean at 20 a second. A slow server does
   * in that many ticks what others do in that time.
   */
  hasPassed(ms: number, since: WaitStart): boolean {
    return this.#ms - since.ms >= ms && this.#ticks - since.ticks >= Math.ceil(ms / TICK_MS);
  }

  /** Called once at every tick end. */
  tick(): void {
    const now = this.#clock.now();
    const passed = this.#lastMs === undefined ? 0 : now - this.#lastMs;
    this.#ms += passed >= 0 && passed <= LONGEST_TICK_MS ? passed : TICK_MS;
    this.#ticks++;
    this.#lastMs = now;
  }
}
