import type { CaseDesk } from "./cases/case-desk.ts";
import type { Clock } from "./clock.ts";
import type { Examiner } from "./detection/examiner.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store.ts";

/** How the last run ended: `running` while one is under way, `stopped` after a clean stop. */
const RUN_NOTE = "last-run";

const MAX_OPEN_CASES = 10_000;

/** What the process before this one left behind: open claims and cases, and whether it came to a clean stop. */
export async function restoreMemory(
  store: Store,
  examiner: Examiner,
  cases: CaseDesk,
  clock: Clock,
  log: Log,
): Promise<void> {
  const startedMs = clock.now();
  try {
    const lastRun = await store.readNote(RUN_NOTE);
    if (lastRun === "running") {
      log.warn("The last run did not stop cleanly: what it recorded is checked against the world before it counts.");
    }
    examiner.epoch.begin(startedMs, lastRun !== "running");
    await store.writeNote(RUN_NOTE, "running");
    cases.connect(store, await store.cases({ status: "open" }, { offset: 0, limit: MAX_OPEN_CASES }));
    examiner.connect(store, await store.openClaims());
  } catch (error) {
    log.error(`What earlier runs left open cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function noteCleanStop(store: Store, log: Log): Promise<void> {
  try {
    await store.writeNote(RUN_NOTE, "stopped");
  } catch (error) {
    log.warn(`The clean stop could not be noted: ${error instanceof Error ? error.message : String(error)}`);
  }
}
