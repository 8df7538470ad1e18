import type { Store } from "../../../core/index.ts";
import type { HandStore } from "../stores/hand-store.ts";
import { journaledStore } from "../stores/journaled-store.ts";

export type Mood = "hanging" | "failing" | "well";

/** A store that outlives the servers of its world, and answers none, refuses all or works, as a step says. */
export class MoodyStore {
  readonly #behind: Store;
  #hand: HandStore;
  #hasFailed = false;

  constructor(behind: Store) {
    this.#behind = behind;
    this.#hand = journaledStore(behind);
  }

  /** True if it ever refused: then the log may have errors. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** For a server that starts. `isLate`: the store does not answer until its mood is set. */
  open(isLate: boolean): Store {
    this.#hand = journaledStore(this.#behind);
    if (isLate) this.#hand.hang();
    return this.#hand.store;
  }

  setMood(mood: Mood): void {
    this.#hand.recover();
    if (mood === "hanging") this.#hand.hang();
    if (mood === "failing") this.#hand.fail("away");
    this.#hasFailed ||= mood === "failing";
  }
}
