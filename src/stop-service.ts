import type { Doubletake, Log, Store } from "./core/index.ts";

/** A stop waits no longer than this for the database. */
const STOP_WITHIN_MS = 10_000;
/** The share of that time in which the service may still ask and write. The store has the rest, to write what is pending and to close. */
const SERVICE_PART = 0.5;
/** A closed store refuses everything at once, so what the service waits for ends in a moment. */
const LAST_MOMENT_MS = 500;

/**
 * Ends the service and closes its store, and waits no longer than `withinMs` for a store that does not answer. Closing it logs how many
 * rows are journalled, and how many are lost.
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
    // Some rows may still wait for earlier batches: now the store decides what becomes of them.
    doubletake.recorder.flushNow();
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
