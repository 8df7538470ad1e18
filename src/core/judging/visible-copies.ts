import type { Copy, Look } from "../looking/look.ts";
import { RECHECK } from "../looking/look-cause.ts";
import type { Observer } from "../looking/observer.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { SeenSlots } from "../looking/presence/seen-slots.ts";
import type { NearbySearch } from "../looking/rounds/nearby-search.ts";
import type { PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { FirstCopies } from "./proofs/first-copies.ts";

/** A place counts as one more look for every this many items in it. */
const ITEMS_OF_A_LOOK = 128;

interface VisibleCopiesParts {
  readonly presence: Presence;
  readonly observer: Observer;
  readonly seenSlots: SeenSlots;
  readonly firstCopies: FirstCopies;
  readonly nearbySearch: NearbySearch;
  /** True until the store has answered where the id was before. */
  readonly isAsking: (itemId: string) => boolean;
}

/** The copies that can be seen now, for parts that act on them. */
export class VisibleCopies {
  readonly #parts: VisibleCopiesParts;

  constructor(parts: VisibleCopiesParts) {
    this.#parts = parts;
  }

  /** Every visible copy of an id at this tick end, in the order in which they were there. */
  copiesOf(itemId: string): Copy[] {
    const { seenSlots, observer } = this.#parts;
    return seenSlots.inOrder(itemId, observer.copiesOf(itemId));
  }

  /** True if a copy of the id is at another place than this one. Cheaper than asking for the copies. */
  isElsewhere(itemId: string, place: PlaceKey): boolean {
    return this.#parts.observer.isElsewhere(itemId, place);
  }

  /** True if it is known which of an id's copies was there first, also among copies in one place. */
  isFirstKnown(itemId: string): boolean {
    const { firstCopies, presence, seenSlots } = this.#parts;
    if (!firstCopies.isKnown(itemId)) return false;
    const [first] = presence.placesOf(itemId);
    return first === undefined || !seenSlots.isGuess(itemId, first);
  }

  /** True while the store is asked where the id was before: which copy was there first may still change. */
  isFirstAsked(itemId: string): boolean {
    return this.#parts.isAsking(itemId);
  }

  /** True if this tick end has found as much as a tick may carry, or has used up its time: whatever can wait, waits. */
  get isBusy(): boolean {
    return this.#parts.observer.isBusy;
  }

  /** How many looks one look at this place counts as: a full place takes as long as several others. */
  effortOf(place: PlaceKey): number {
    return 1 + Math.floor(this.#parts.observer.sizeOf(place) / ITEMS_OF_A_LOOK);
  }

  /** Looks again after we have changed something at this place. */
  lookAgain(place: PlaceKey): Look {
    return this.#parts.observer.lookAgain(place, RECHECK);
  }

  /**
   * A copy that was seen is no longer there: looks where it can have gone without an event. False if that takes longer than this tick end.
   */
  lookAround(seen: readonly SeenCopy[]): boolean {
    return this.#parts.nearbySearch.lookAround(seen);
  }

  /** For use between two ticks: everything that `ask` does looks at each place once. */
  inOneLook<T>(ask: () => T): T {
    return this.#parts.observer.inOneLook(ask);
  }
}
