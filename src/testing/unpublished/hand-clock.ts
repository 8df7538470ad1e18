import type { Clock } from "../../core/index.ts";

/** A time that a real server could have: 15 January 2026, noon. */
export const NOON = Date.UTC(2026, 0, 15, 12);

/** A clock that moves only when a test says so. */
export class HandClock implements Clock {
  nowMs = NOON;

  now(): number {
    return this.nowMs;
  }

  pass(ms: number): void {
    this.nowMs += ms;
  }
}

/** A clock with which every tick end has already taken too long. Each part then does the least that it must. */
export class SlowClock extends HandClock {
  #elapsedMs = 0;

  elapsedMs(): number {
    this.#elapsedMs += 10;
    return this.#elapsedMs;
  }
}
