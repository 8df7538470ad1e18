import type { Attempt } from "./post-json.ts";
import type { Timing } from "./timing.ts";

/** A message is given up if its channel asks to wait more often than this. */
const MAX_WAITS = 10;

/** Waits. Resolves with false if the server stops before the time has passed. */
type Pause = (milliseconds: number) => Promise<boolean>;

/**
 * Tries to send one message until it has arrived, cannot arrive, or was tried often enough. A 429 does not count as a failed
 * try: the channel works, and says when it takes more.
 */
export async function deliver(attempt: () => Promise<Attempt>, pause: Pause, timing: Timing): Promise<Attempt> {
  let waits = 0;
  let failedTries = 0;
  for (;;) {
    const result = await attempt();
    if (result.kind !== "failed") return result;
    const firstPauseMs = timing.pausesMs[0] ?? 0;
    let waitMs: number | undefined;
    if (result.failure.kind === "rate-limited") {
      if (waits++ < MAX_WAITS) waitMs = Math.min(result.waitMs ?? firstPauseMs * waits, timing.longestWaitMs);
    } else if (mayPass(result)) {
      waitMs = timing.pausesMs[failedTries++];
    }
    if (waitMs === undefined) return result;
    if (!(await pause(waitMs))) return { kind: "stopped" };
  }
}

/** True if trying again may help: the server has a problem or cannot be reached. A message refused for its content stays refused. */
function mayPass({ failure }: Attempt & { kind: "failed" }): boolean {
  switch (failure.kind) {
    case "answered":
      return failure.status >= 500;
    case "timed-out":
    case "refused":
    case "unknown-host":
    case "broken":
      return true;
    default:
      return false;
  }
}
