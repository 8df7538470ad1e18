import type { Log } from "../../model/log.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import { askTwice } from "../../recording/start-questions.ts";
import type { Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";

/** The note in the store with the entries that are in doubt. */
const NOTE = "quarantine-doubts";

/** Ticks between two notes while entry after entry is decided. */
const NOTE_EVERY_TICKS = 100;

/** Numbers of quarantine entries that an unclean stop has put in doubt. */
interface DoubtfulEntries {
  /** Those whose items may be back in the world. */
  readonly taken: ReadonlySet<number>;
  /** Those whose items were given back, and may be gone again. */
  readonly given: ReadonlySet<number>;
}

interface DoubtNotesParts {
  readonly clock: Pick<GameClock, "tick">;
  readonly writes: RetriedWrites;
  readonly log: Log;
  /** The entries that are still in doubt. */
  readonly doubtful: () => DoubtfulEntries;
}

/**
 * Keeps over restarts which quarantine entries are in doubt. Each entry is in doubt by itself, until its places have been looked at: that a
 * player who is away for ever may have one of them says nothing about what was taken or given back since.
 */
export class DoubtNotes {
  readonly #parts: DoubtNotesParts;
  #store: Store | undefined;
  /** How many were in doubt when they were noted last. They only become fewer. */
  #noted = 0;
  #nextTick = 0;
  /** True once it is on record what this run found in doubt. */
  #isKnown = false;
  /** True while a note waits that will say everything that is decided until then. */
  #isNoteWaiting = false;

  constructor(parts: DoubtNotesParts) {
    this.#parts = parts;
  }

  /** What earlier runs left in doubt. */
  async read(store: Store): Promise<DoubtfulEntries> {
    this.#store = store;
    const note = parsed(await askTwice(() => store.readNote(NOTE)));
    this.#noted = note.taken.size + note.given.size;
    return note;
  }

  /** Called when it is known what this run found in doubt, before the note is cleared that says how the last run ended. */
  async write(store: Store): Promise<void> {
    const { taken, given } = this.#parts.doubtful();
    const count = taken.size + given.size;
    if (count === 0 && this.#noted === 0) return;
    const note = count === 0 ? undefined : JSON.stringify({ taken: [...taken], given: [...given] });
    await askTwice(() => store.writeNote(NOTE, note));
    this.#noted = count;
    this.#isKnown = true;
  }

  /** Notes at once what has been decided. What is decided while an earlier note is being written is noted together. */
  noteNow(): void {
    const store = this.#store;
    if (!this.#isKnown || store === undefined || this.#isNoteWaiting) return;
    this.#isNoteWaiting = true;
    const write = () => {
      this.#isNoteWaiting = false;
      return this.write(store);
    };
    const { writes, log } = this.#parts;
    writes.inOrder(NOTE, "What is in doubt in quarantine", write).catch((error: unknown) => {
      this.#isNoteWaiting = false;
      log.warn(`What is in doubt in quarantine could not be noted: ${error}`);
    });
  }

  /** At a tick end: notes now and then what has been decided. */
  tick(): void {
    const { clock, doubtful } = this.#parts;
    if (this.#noted === 0 || clock.tick < this.#nextTick) return;
    this.#nextTick = clock.tick + NOTE_EVERY_TICKS;
    const { taken, given } = doubtful();
    if (taken.size + given.size !== this.#noted) this.noteNow();
  }
}

/** A note that cannot be read says nothing: then what the entries say themselves counts. */
function parsed(note: string | undefined): DoubtfulEntries {
  try {
    const { taken = [], given = [] } = JSON.parse(note ?? "{}") as { taken?: number[]; given?: number[] };
    return { taken: new Set(taken), given: new Set(given) };
  } catch {
    return { taken: new Set(), given: new Set() };
  }
}
