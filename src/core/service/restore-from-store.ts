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

/** How the last run ended: `stopped` after a clean stop; while a run is under way, the time (in milliseconds) at which it began. */
const RUN_NOTE = "last-run";
const STOPPED = "stopped";

/** The time since which quarantine and world may disagree: from the first unclean run until all doubtful places have been looked at. */
const DOUBT_NOTE = "quarantine-doubt-since";

/** The newest open cases are read whole. For older ones the items are enough, until something is found about them. */
const CASES_AT_START = 200;

/** How the previous run ended. Read only once: this run overwrites the note, even if its attempt then fails. */
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
 * Reads what the previous process left behind: open claims and cases, and whether it stopped cleanly. Returns false if the store cannot be
 * read now; it is asked again later, and until then nobody is accused on the basis of history.
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
    // The revision is asked for first, also on a retry, so that no later change of a case is missed.
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
    // Before anything is judged, because an announced copy is no case.
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
    // Without the note, the next start looks at everything, as after a crash.
    if (casework.isUnsettled) return;
    if (!casework.hasDoubts) await store.writeNote(DOUBT_NOTE, undefined);
    await store.writeNote(RUN_NOTE, STOPPED);
  } catch (error) {
    log.warn(`The clean stop could not be noted: ${errorText(error)}`);
  }
}
