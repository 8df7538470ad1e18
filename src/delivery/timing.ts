/** How long things take and how often they are tried. An argument, so that tests need not wait. */
export interface Timing {
  /** A request that has no answer by then has failed. */
  readonly timeoutMs: number;
  /** Between the tries of one message: one try more than there are pauses. */
  readonly pausesMs: readonly number[];
  /** A channel that asks for a longer wait is tried again after this. */
  readonly longestWaitMs: number;
  /** How long what waits may still be sent when the server stops. */
  readonly drainMs: number;
}

export const TIMING: Timing = { timeoutMs: 10_000, pausesMs: [1000, 5000], longestWaitMs: 60_000, drainMs: 5000 };
