import type { Clock } from "../src/core/index.ts";

const FIRST_MS = 1_800_000_000_000;
/** How many past tick ends a detector may cite. */
const REMEMBERED_TICKS = 20_000;

/** The wall clock of the simulated server. It advances with every tick, and can be stepped. */
export class VirtualClock implements Clock {
  #now = FIRST_MS;
  readonly #tickAt = new Map<number, number>();

  now(): number {
    return this.#now;
  }

  /** Remembers the time of a tick end. No two tick ends share a time, not even after a step back, so a time identifies its tick end. */
  note(tick: number): void {
    while (this.#tickAt.has(this.#now)) this.#now++;
    this.#tickAt.set(this.#now, tick);
    if (this.#tickAt.size > REMEMBERED_TICKS) {
      const [oldest] = this.#tickAt.keys();
      this.#tickAt.delete(oldest!);
    }
  }

  /** Moves the clock on, or back if `ms` is negative. */
  step(ms: number): void {
    this.#now += ms;
  }

  /** The tick end at which the clock showed this time; `fallback` if there is none. */
  tickAt(timeMs: number, fallback: number): number {
    return this.#tickAt.get(timeMs) ?? fallback;
  }
}
