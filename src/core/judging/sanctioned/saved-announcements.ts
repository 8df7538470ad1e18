import type { Log } from "../../model/log.ts";
import { askTwice } from "../../recording/start-questions.ts";
import type { Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import { OncePerMinute } from "../../time/once-per-minute.ts";
import type { Announcements } from "./announcements.ts";

const NOTE = "announcements";

/** Announcements are written down at once, but not more often than this. */
const MIN_PAUSE_MS = 1000;

/** The remaining times are written down again after this: before a crash, that much time may have passed unrecorded. */
const RENEWED_AFTER_MS = 10_000;

/** Keeps announcements in a note of the store, so that they hold over a restart: for the rest of their minute, and no longer. */
export class SavedAnnouncements {
  readonly #announcements: Announcements;
  readonly #log: Log;
  readonly #failures: OncePerMinute;
  readonly #clock: GameClock;
  #store: Store | undefined;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #written: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(announcements: Announcements, clock: GameClock, log: Log) {
    this.#announcements = announcements;
    this.#log = log;
    this.#failures = new OncePerMinute(clock);
    this.#clock = clock;
  }

  /** Restores what the previous process left. Time that may have passed unrecorded before a crash is not granted again. */
  async connect(store: Store, wasCleanStop: boolean): Promise<void> {
    const note = await askTwice(() => store.readNote(NOTE));
    this.#written = note;
    const unrecordedMs = wasCleanStop ? 0 : RENEWED_AFTER_MS + MIN_PAUSE_MS;
    if (note !== undefined) this.#announcements.load(note, unrecordedMs, !wasCleanStop);
    this.#store = store;
    this.#write();
  }

  /** Called once a tick. */
  tick(): void {
    const passedMs = this.#clock.steadyMs - this.#writtenMs;
    const isDue = this.#announcements.isChanged ? passedMs >= MIN_PAUSE_MS : passedMs >= RENEWED_AFTER_MS;
    if (isDue && (this.#announcements.isChanged || this.#written !== undefined)) this.#write();
  }

  /** Resolves when what holds now is on record. */
  async finish(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    const store = this.#store;
    if (store === undefined) return;
    const note = this.#announcements.takeNote();
    if (note === undefined && this.#written === undefined) return;
    this.#writtenMs = this.#clock.steadyMs;
    this.#written = note;
    this.#writing = store.writeNote(NOTE, note).catch((error: unknown) => {
      this.#failures.run(() => this.#log.warn(`What was announced could not be stored: ${error}`));
    });
  }
}
