import type { Doubletake, Log, Store } from "./core/index.ts";

/** Whatever the database does, a stop takes no longer than this. */
const STOP_WITHIN_MS = 10_000;
/** In this part of it the service may still ask and write; the rest is the store's, to write what waits and to close. */
const SERVICE_PART = 0.5;
/** A closed store refuses everything at once, so what the service waits for ends in a moment. */
const LAST_MOMENT_MS = 500;

/**
 * Ends the service and closes its store. A store that does not answer is not waited for beyond its time; closing it says
 * in the log how many rows are journalled, and how many are lost.
 */
export async function stopService(
  doubletake: Doubletake,
  store: Store,
  log: Log,
  withinMs: number = STOP_WITHIN_MS,
): Promise<void> {
  const beganMs = performance.now();
  const stopping = doubletake
    .stop()
    .catch((error: unknown) => log.error(`Doubletake could not stop in good order: ${error}`));
  if (!(await settlesWithin(stopping, withinMs * SERVICE_PART))) {
    log.warn("The database does not answer; Doubletake stops without waiting any longer.");
    // What was held back until earlier batches are written: the store decides what becomes of it.
    doubletake.recorder.handOver();
  }
  await store.close(Math.max(0, withinMs - (performance.now() - beganMs)));
  await settlesWithin(stopping, LAST_MOMENT_MS);
}

async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
