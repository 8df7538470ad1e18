/** Runs something once, later; returns the function that cancels it. */
export type RunLater = (delayMs: number, act: () => void) => () => void;

/** The process's own timers. They do not keep it alive. */
export const systemRunLater: RunLater = (delayMs, act) => {
  const timer = setTimeout(act, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
