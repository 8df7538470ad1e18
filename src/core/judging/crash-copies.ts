import type { PlaceKey } from "../model/place.ts";
import type { CrashDoubt } from "./crash-doubt.ts";

/** After an unclean stop: which ids came to light at several places that nobody had touched, and so were made by the crash. */
export class CrashCopies {
  readonly #crashDoubt: CrashDoubt;
  readonly #lookedAt = new Set<PlaceKey>();
  readonly #timesRestored = new Map<string, number>();
  readonly #fromBefore = new Set<string>();

  constructor(crashDoubt: CrashDoubt) {
    this.#crashDoubt = crashDoubt;
  }

  /** What the first look at a place finds after an unclean stop is what the world was saved with. */
  isFirstLook(place: PlaceKey): boolean {
    return this.#crashDoubt.isUnclean && !this.#lookedAt.has(place);
  }

  /** An id turned up that no event of this tick had touched. */
  countArrival(itemId: string, place: PlaceKey): void {
    if (!this.isFirstLook(place)) return;
    this.#timesRestored.set(itemId, (this.#timesRestored.get(itemId) ?? 0) + 1);
  }

  /** The store knows the id from before the crash: only such an item can be made two by it. */
  markFromBefore(itemId: string): void {
    if (this.#crashDoubt.isUnclean) this.#fromBefore.add(itemId);
  }

  /** A look at the place has been dealt with: what turns up there later was put there. */
  markLookedAt(place: PlaceKey): void {
    if (this.#crashDoubt.isUnclean) this.#lookedAt.add(place);
  }

  isFromCrash(itemId: string): boolean {
    return this.#fromBefore.has(itemId) && (this.#timesRestored.get(itemId) ?? 0) > 1;
  }
}
