export const DAY_MS = 24 * 60 * 60 * 1000;

/** The wall clock, in Unix epoch milliseconds. Passed in everywhere, so that a test can stop it. */
export interface Clock {
  now(): number;
  /** Milliseconds that never go back. Absent: time stands still within a tick, and no tick end counts as long. */
  elapsedMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() };
