import { errorText } from "../errors.ts";
import type { Log } from "../model/log.ts";
import type { Store } from "../store.ts";

/** The note that holds who wants no notices: account ids, separated by spaces. */
const NOTE = "notices-off";

/** The players who want no notices about first ids. Known in memory, kept in the store. */
export class NoticeMutes {
  readonly #log: Log;
  readonly #muted = new Set<string>();
  #isLoaded = false;

  constructor(log: Log) {
    this.#log = log;
  }

  isMuted(playerId: string): boolean {
    return this.#muted.has(playerId);
  }

  /** Reads what was chosen before the last restart. Never rejects: until it has been read, everybody is told. */
  async load(store: Store): Promise<void> {
    try {
      await this.#read(store);
    } catch (error) {
      const text = errorText(error);
      this.#log.warn(`Who wants no notices cannot be read yet: ${text}`);
    }
  }

  /** Resolves when the choice is stored. Rejects, and changes nothing, if it cannot be. */
  async choose(playerId: string, isMuted: boolean, store: Store): Promise<void> {
    await this.#read(store);
    const wasMuted = this.#muted.has(playerId);
    this.#set(playerId, isMuted);
    try {
      await store.writeNote(NOTE, this.#muted.size === 0 ? undefined : [...this.#muted].join(" "));
    } catch (error) {
      this.#set(playerId, wasMuted);
      throw error;
    }
  }

  async #read(store: Store): Promise<void> {
    if (this.#isLoaded) return;
    const note = await store.readNote(NOTE);
    // Meanwhile another read may have finished, and a choice may have been made.
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    for (const playerId of note?.split(" ") ?? []) this.#muted.add(playerId);
  }

  #set(playerId: string, isMuted: boolean): void {
    if (isMuted) this.#muted.add(playerId);
    else this.#muted.delete(playerId);
  }
}
