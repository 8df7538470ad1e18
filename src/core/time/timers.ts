import type { Later } from "../alerts/outside-filter.ts";

/** The process's own timers. They do not keep it alive. */
export const systemLater: Later = (delayMs, act) => {
  const timer = setTimeout(act, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
