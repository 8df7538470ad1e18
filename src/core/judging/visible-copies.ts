import type { Copy, Look } from "../looking/look.ts";
import { RECHECK } from "../looking/look-cause.ts";
import type { NearbySearch } from "../looking/nearby-search.ts";
import type { Observer } from "../looking/observer.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { SeenSlots } from "../looking/presence/seen-slots.ts";
import { isOwned, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { FirstCopies } from "./proofs/first-copies.ts";

/** A place counts as one look more for each so many items in it. */
const ITEMS_OF_A_LOOK = 128;

/** What can be seen now: for whoever acts on copies. */
export class VisibleCopies {
  readonly #presence: Presence;
  readonly #observer: Observer;
  readonly #seenSlots: SeenSlots;
  readonly #firstCopies: FirstCopies;
  readonly #nearbySearch: NearbySearch;
  readonly #isAsking: (itemId: string) => boolean;

  constructor(parts: {
    presence: Presence;
    observer: Observer;
    seenSlots: SeenSlots;
    firstCopies: FirstCopies;
    nearbySearch: NearbySearch;
    /** True until the store has answered where the id was before. */
    isAsking: (itemId: string) => boolean;
  }) {
    this.#presence = parts.presence;
    this.#observer = parts.observer;
    this.#seenSlots = parts.seenSlots;
    this.#firstCopies = parts.firstCopies;
    this.#nearbySearch = parts.nearbySearch;
    this.#isAsking = parts.isAsking;
  }

  /** Every visible copy of an id at this tick end, in the order in which they were there. */
  copiesOf(itemId: string): Copy[] {
    return this.#seenSlots.inOrder(itemId, this.#observer.copiesOf(itemId));
  }

  /** True when a copy of the id is at another place than this one. Costs less than to ask for the copies. */
  isElsewhere(itemId: string, place: PlaceKey): boolean {
    return this.#observer.isElsewhere(itemId, place);
  }

  /** True when it is known which of an id's copies was there first, also of those in one place. */
  isFirstKnown(itemId: string): boolean {
    if (!this.#firstCopies.isKnown(itemId)) return false;
    // Within what is one player's own it makes no difference.
    const [first] = this.#presence.placesOf(itemId);
    return first === undefined || isOwned(first) || !this.#seenSlots.isGuess(itemId);
  }

  /** True while the store is asked where the id was before: which copy was there first may still change. */
  isFirstAsked(itemId: string): boolean {
    return this.#isAsking(itemId);
  }

  /** True when the looks of this tick end have found as much as a tick may carry: what can wait, waits. */
  get isBusy(): boolean {
    return this.#observer.isBusy;
  }

  /** As how many looks one at this place counts: what is full takes as long as several others. */
  effortOf(place: PlaceKey): number {
    return 1 + Math.floor(this.#observer.sizeOf(place) / ITEMS_OF_A_LOOK);
  }

  /** Something was changed at this place by ourselves. */
  lookAgain(place: PlaceKey): Look {
    return this.#observer.lookAgain(place, RECHECK);
  }

  /** A copy that was seen is not there any more: looks where it can have gone without a word. False when that takes longer. */
  lookAround(seen: readonly SeenCopy[]): boolean {
    return this.#nearbySearch.lookAround(seen);
  }

  /** Between two ticks: however much is asked within, each place is looked at once. */
  inOneLook<T>(ask: () => T): T {
    return this.#observer.inOneLook(ask);
  }
}
