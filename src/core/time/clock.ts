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

/** The process's own timers. They do not keep it alive. */
export const systemRunLater: RunLater = (delayMs, act) => {
  const timer = setTimeout(act, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
