import type { NoticeMutes } from "../alerts/notice-mutes.ts";
import type { Consequences } from "../cases/consequences.ts";
import { errorText } from "../errors.ts";
import type { JudgingGroup } from "../judging/make-judging.ts";
import type { SavedAnnouncements } from "../judging/sanctioned/saved-announcements.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Log } from "../model/log.ts";
import { CRASH_NOTE, RUN_NOTE, STOPPED } from "../model/network-questions.ts";
import { askTwice } from "../recording/start-questions.ts";
import type { Store } from "../store.ts";
import type { Clock } from "../time/clock.ts";

/**
 * The time since which quarantine and world may disagree, from the start that found out that the last run stopped uncleanly until it is on
 * record which entries are in doubt.
 */
const DOUBT_NOTE = "quarantine-doubt-since";

/** The newest open cases are read whole. For older ones the items are enough, until something is found about them. */
const CASES_AT_START = 200;

/** Ticks until a store that could not be read is asked again. Until then nobody is accused on the basis of history. */
const RETRY_TICKS = 20;

interface StartupLoadParts {
  readonly judging: Pick<JudgingGroup, "judge" | "crashDoubt">;
  readonly consequences: Consequences;
  readonly ledger: Ledger | undefined;
  readonly announcements: SavedAnnouncements;
  readonly mutes: Pick<NoticeMutes, "load">;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLoaded: () => void;
}

/**
 * Reads what the previous process left behind, until the store answers: open claims and cases, and whether it stopped cleanly. The order
 * matters. First comes how the last run ended. Then comes what was announced, because that needs no case, and then the cases, to which the
 * claims belong. Only after that may anything be removed.
 */
export class StartupLoad {
  readonly #parts: StartupLoadParts;
  #store: Store | undefined;
  #isLoaded = false;
  #loading: Promise<void> | undefined;
  #ticksToWait = 0;
  /** How the previous run ended. Read only once: this run overwrites the note, even if its attempt then fails. */
  #lastRun: { readonly note: string | undefined } | undefined;

  constructor(parts: StartupLoadParts) {
    this.#parts = parts;
  }

  /** True once the store has answered. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Resolves after the first attempt. */
  load(store: Store): Promise<void> {
    this.#store = store;
    this.#loading = this.#tryToLoad(store).then((isLoaded) => {
      this.#isLoaded = isLoaded;
      this.#loading = undefined;
      this.#ticksToWait = RETRY_TICKS;
      if (isLoaded) this.#parts.onLoaded();
    });
    return this.#loading;
  }

  /** Called once a tick. */
  tick(): void {
    if (this.#isLoaded || this.#store === undefined || this.#loading !== undefined) return;
    if (--this.#ticksToWait <= 0) void this.load(this.#store);
  }

  /** Resolves when no attempt is under way. */
  async whenIdle(): Promise<void> {
    await this.#loading;
  }

  /** Resolves with false if the store cannot be read now. */
  async #tryToLoad(store: Store): Promise<boolean> {
    const { judging, consequences, ledger, announcements, mutes, clock, log } = this.#parts;
    const { judge, crashDoubt } = judging;
    const startedMs = clock.now();
    void mutes.load(store);
    try {
      this.#lastRun ??= { note: await askTwice(() => store.readNote(RUN_NOTE)) };
      const lastRun = this.#lastRun.note;
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
      await announcements.connect(store, uncleanSinceMs === undefined);
      const doubtSinceMs = doubt === undefined ? undefined : Number(doubt);
      await consequences.connect(store, { read, all, revision }, doubtSinceMs, uncleanSinceMs);
      if (doubt !== undefined) await askTwice(() => store.writeNote(DOUBT_NOTE, undefined));
      judge.connect(store, openClaims);
      consequences.beginRemoving(store);
      await ledger?.connect(store, uncleanSinceMs === undefined);
      return true;
    } catch (error) {
      log.error(`What earlier runs left open cannot be read yet: ${errorText(error)}`);
      consequences.connectWithoutMemory(store);
      return false;
    }
  }
}

export async function noteCleanStop(store: Store, consequences: Consequences, log: Log): Promise<void> {
  try {
    // Without the note, the next start looks at everything, as after a crash.
    if (consequences.isUnsettled) return;
    await consequences.noteDoubts(store);
    await store.writeNote(RUN_NOTE, STOPPED);
  } catch (error) {
    log.warn(`The clean stop could not be noted: ${errorText(error)}`);
  }
}
