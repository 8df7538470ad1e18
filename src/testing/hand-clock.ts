import type { Clock } from "../core/index.ts";

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
