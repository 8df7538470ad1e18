import type { RetriedWrites } from "../../recording/retried-writes.ts";
import { askTwice } from "../../recording/start-questions.ts";
import type { Store } from "../../store.ts";

/** Set when a plugin has ever announced that it put a player's things in place. */
const ANNOUNCED_NOTE = "hand-overs-are-announced";

/**
 * Whether a plugin announces when it has put a player's things in place. The store keeps that: after a restart, even the first join waits
 * for it.
 */
export class SyncAnnouncements {
  readonly #writes: RetriedWrites;
  readonly #onKnown: (areAnnounced: boolean) => void;
  /** `undefined` until it was read. */
  #areNoted: boolean | undefined;

  constructor(writes: RetriedWrites, onKnown: (areAnnounced: boolean) => void) {
    this.#writes = writes;
    this.#onKnown = onKnown;
  }

  /** Joins wait for an announcement until it is known that no plugin announces. Called again until the store can say so. */
  async read(store: Store): Promise<void> {
    if (this.#areNoted !== undefined) return;
    try {
      const note = await askTwice(() => store.readNote(ANNOUNCED_NOTE));
      // A plugin may have said so meanwhile.
      if (this.#areNoted !== undefined) return;
      this.#areNoted = note !== undefined;
      this.#onKnown(this.#areNoted);
    } catch {
      // It is read again with the next heartbeat.
    }
  }

  /** A plugin has announced it for a player. The first time, this is written down for good. */
  notePluginAnnounces(store: Store): void {
    if (this.#areNoted) return;
    this.#areNoted = true;
    const what = "That a plugin announces hand-overs";
    const noted = this.#writes.run(what, () => store.writeNote(ANNOUNCED_NOTE, "yes"));
    noted.catch((error: unknown) => this.#writes.sayLost(what, error));
  }
}
