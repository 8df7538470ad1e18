import type { Casework } from "../cases/casework.ts";
import { errorText } from "../errors.ts";
import type { Judging } from "../judging/make-judging.ts";
import type { SavedAnnouncements } from "../judging/sanctioned/saved-announcements.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Log } from "../model/log.ts";
import { CRASH_NOTE } from "../model/network-questions.ts";
import { askTwice } from "../recording/start-questions.ts";
import type { Store } from "../store.ts";
import type { Clock } from "../time/clock.ts";

/** How the last run ended: when it began (in milliseconds) while one is under way, `stopped` after a clean stop. */
const RUN_NOTE = "last-run";
const STOPPED = "stopped";

/** Since when quarantine and world may disagree: from the first unclean run on, until all doubtful places were looked at. */
const DOUBT_NOTE = "quarantine-doubt-since";

/** Open cases that are read with all that is on record: the newest. Of the others their items are enough until something is found of them. */
const CASES_AT_START = 200;

/** How the run before this one ended. Read once: this run writes its own note over it, also when an attempt fails later. */
export class LastRun {
  #note: string | undefined;
  #isRead = false;

  async read(store: Store): Promise<string | undefined> {
    if (!this.#isRead) this.#note = await askTwice(() => store.readNote(RUN_NOTE));
    this.#isRead = true;
    return this.#note;
  }
}

/**
 * Reads what the process before this one left behind: open claims and cases, and whether it came to a clean stop. False when
 * the store cannot be read now; then it is asked again later, and meanwhile nobody is accused on the strength of history.
 */
export async function restoreFromStore(
  store: Store,
  run: LastRun,
  { examiner, crashDoubt }: Pick<Judging, "examiner" | "crashDoubt">,
  casework: Casework,
  ledger: Ledger | undefined,
  announcements: SavedAnnouncements,
  clock: Clock,
  log: Log,
): Promise<boolean> {
  const startedMs = clock.now();
  try {
    const lastRun = await run.read(store);
    const uncleanSinceMs = lastRun === undefined || lastRun === STOPPED ? undefined : Number(lastRun);
    // Answered in this order, also when asked again: what changes in a case after that will be heard of.
    const caseQuestions = () =>
      Promise.all([
        store.changedCases(undefined),
        store.cases({ status: "open" }, { offset: 0, limit: CASES_AT_START }),
        store.openCaseItems(),
      ]);
    const [[{ revision }, read, all], openClaims, noted] = await Promise.all([
      askTwice(caseQuestions),
      askTwice(() => store.openClaims()),
      askTwice(() => store.readNote(DOUBT_NOTE)),
    ]);
    const doubt = noted ?? uncleanSinceMs?.toString();
    const write = (note: string, value: string) => askTwice(() => store.writeNote(note, value));
    const [crashNoticed] = await Promise.all([
      uncleanSinceMs === undefined ? askTwice(() => store.readNote(CRASH_NOTE)) : String(startedMs),
      uncleanSinceMs === undefined ? undefined : write(CRASH_NOTE, String(startedMs)),
      doubt === undefined ? undefined : write(DOUBT_NOTE, doubt),
      write(RUN_NOTE, String(startedMs)),
    ]);
    if (uncleanSinceMs !== undefined) {
      log.warn("The last run did not stop cleanly: what it recorded is checked against the world before it counts.");
    }
    crashDoubt.begin(
      uncleanSinceMs === undefined,
      startedMs,
      crashNoticed === undefined ? undefined : Number(crashNoticed),
    );
    // Before anything is judged: what is announced is no case.
    await announcements.connect(store, uncleanSinceMs === undefined);
    await casework.connect(store, { read, all, revision }, doubt === undefined ? undefined : Number(doubt));
    examiner.connect(store, openClaims);
    casework.beginRemoving(store);
    await ledger?.connect(store, uncleanSinceMs === undefined);
    return true;
  } catch (error) {
    log.error(`What earlier runs left open cannot be read yet: ${errorText(error)}`);
    casework.connectWithoutMemory(store);
    return false;
  }
}

export async function noteCleanStop(store: Store, casework: Casework, log: Log): Promise<void> {
  try {
    // The next start then looks at everything, as after a crash.
    if (casework.isUnsettled) return;
    if (!casework.hasDoubts) await store.writeNote(DOUBT_NOTE, undefined);
    await store.writeNote(RUN_NOTE, STOPPED);
  } catch (error) {
    log.warn(`The clean stop could not be noted: ${errorText(error)}`);
  }
}
