/** The wall clock, in Unix epoch milliseconds. An argument everywhere, so that a test can hold it still. */
export interface Clock {
  now(): number;
  /** Milliseconds that only go forward. Where it is absent, time stands still within a tick, and a tick end is never found to be long. */
  elapsedMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsedMs: () => performance.now() };
