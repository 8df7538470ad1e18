export const DAY_MS = 24 * 60 * 60 * 1000;

/** The wall clock, in Unix epoch milliseconds. Passed in everywhere, so that a test can stop it. */
export interface Clock {
  now(): number;
  /** Milliseconds that never go back. Absent: time stands still within a tick, and no tick end counts as long. */
  elapsedMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() };

/** Runs something once, later; returns the function that cancels it. */
export type RunLater = (delayMs: number, act: () => void) => () => void;

/** Node runs a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The process's own timers. They do not keep it alive. A wait that is too long for them ends early, after 24 days. */
export const systemRunLater: RunLater = (delayMs, act) => {
  const timer = setTimeout(act, Math.min(delayMs, LONGEST_TIMER_MS));
  timer.unref();
  return () => clearTimeout(timer);
};
