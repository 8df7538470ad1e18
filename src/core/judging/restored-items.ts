import type { PlaceKey } from "../model/place.ts";
import type { Epoch } from "./epoch.ts";

/** After an unclean stop: which ids came to light at several places that nobody had touched, and so were made by the crash. */
export class RestoredItems {
  readonly #epoch: Epoch;
  readonly #lookedAt = new Set<PlaceKey>();
  readonly #timesRestored = new Map<string, number>();
  readonly #fromBefore = new Set<string>();

  constructor(epoch: Epoch) {
    this.#epoch = epoch;
  }

  /** An id turned up that no event of this tick had touched. */
  arrived(itemId: string, place: PlaceKey): void {
    if (!this.#epoch.isUnclean || this.#lookedAt.has(place)) return;
    this.#timesRestored.set(itemId, (this.#timesRestored.get(itemId) ?? 0) + 1);
  }

  /** The store knows the id from before the crash: only such an item can be made two by it. */
  isFromBefore(itemId: string): void {
    if (this.#epoch.isUnclean) this.#fromBefore.add(itemId);
  }

  /** A look at the place has been dealt with: what turns up there later was put there. */
  looked(place: PlaceKey): void {
    if (this.#epoch.isUnclean) this.#lookedAt.add(place);
  }

  isFromCrash(itemId: string): boolean {
    return this.#fromBefore.has(itemId) && (this.#timesRestored.get(itemId) ?? 0) > 1;
  }
}
