import type { Clock } from "../src/core/index.ts";

const FIRST_MS = 1_800_000_000_000;
/** How many tick ends back a detector may cite. */
const REMEMBERED_TICKS = 20_000;

/** The wall clock of the simulated server. It goes on tick by tick, and can be stepped. */
export class VirtualClock implements Clock {
  #now = FIRST_MS;
  readonly #tickAt = new Map<number, number>();

  now(): number {
    return this.#now;
  }

  /** Remembers what the clock shows at a tick end. Also after a step back no two show the same: each time says at which one it was. */
  note(tick: number): void {
    while (this.#tickAt.has(this.#now)) this.#now++;
    this.#tickAt.set(this.#now, tick);
    if (this.#tickAt.size > REMEMBERED_TICKS) {
      const [oldest] = this.#tickAt.keys();
      this.#tickAt.delete(oldest!);
    }
  }

  /** Goes on, or is stepped: back, when negative. */
  step(ms: number): void {
    this.#now += ms;
  }

  /** The tick end at which the clock showed this time; `fallback` when it never did. */
  tickAt(timeMs: number, fallback: number): number {
    return this.#tickAt.get(timeMs) ?? fallback;
  }
}
