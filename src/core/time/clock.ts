/** The wall clock, in Unix epoch milliseconds. An argument everywhere, so that a test can hold it still. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
