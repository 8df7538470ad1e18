/** How long things may take and how often they are tried. An argument, so that tests need not wait. */
export interface Timing {
  /** A request without an answer after this time has failed. */
  readonly timeoutMs: number;
  /** The pauses between the tries of one message. There is one more try than pauses. */
  readonly pausesMs: readonly number[];
  /** A channel that asks for a longer wait is tried again after this. */
  readonly longestWaitMs: number;
  /** How long waiting alerts may still be sent when the server stops. */
  readonly drainMs: number;
}

export const TIMING: Timing = { timeoutMs: 10_000, pausesMs: [1000, 5000], longestWaitMs: 60_000, drainMs: 5000 };
