import { setTimeout as sleep } from "node:timers/promises";
import { type Serenity, ServerState } from "@serenityjs/core";

/** Time for saving everything. A save that takes longer will never end. */
const SAVE_PATIENCE_MS = 60_000;
const END_PATIENCE_MS = 5000;

/**
 * Stops a server and waits until it has stopped. Serenity 0.8.21 goes back to running, and never ends, if anything is scheduled
 * at that moment. If a chunk cannot be written, it rejects and saves no further chunks.
 */
export async function endServer(serenity: Serenity, stop: () => Promise<void>): Promise<void> {
  try {
    await within(SAVE_PATIENCE_MS, stop());
  } finally {
    await until(END_PATIENCE_MS, () => {
      if (serenity.state === ServerState.Running) {
        serenity.schedules.clear();
        serenity.state = ServerState.ShuttingDown;
      }
      return serenity.state === ServerState.Stopped;
    });
    serenity.console.close();
  }
}

async function within(patienceMs: number, work: Promise<void>): Promise<void> {
  const abort = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`the server did not save within ${patienceMs / 1000} s`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    late.catch(() => {
      // Aborted, because the work was done in time.
    });
    abort.abort();
  }
}

async function until(patienceMs: number, isDone: () => boolean): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!isDone() && performance.now() < endMs) await sleep(10);
}
