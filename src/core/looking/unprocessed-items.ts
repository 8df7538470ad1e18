import type { PlaceKey } from "../model/place.ts";
import type { Cause } from "./look-cause.ts";
import { NewItemFilter } from "./new-item-filter.ts";

/** Items that the looks of one tick find for the first time at a place, and deal with; those beyond it wait for the next tick. */
const NEW_ITEMS_PER_TICK = 128;

/** As many of each look are dealt with in any case: whoever brings thousands does not keep others waiting. */
const LEAST_PER_LOOK = 32;

/** Where some wait already, what turns up takes no more than this share: whoever brings ever more does not keep those waiting for ever. */
const SHARE_OF_FRESH = 1 / 2;

const NO_IDS: readonly string[] = [];

/** What of one place waits. */
interface Waiting {
  /** Why the place was looked at when they were found. */
  readonly cause: Cause;
  /** Each once. What has no id yet waits without a name. */
  readonly ids: readonly string[];
  /** The boxes around them: what was reported of a box holds for what is in it. */
  readonly boxIds: ReadonlySet<string>;
}

/**
 * Dealing with an item that turns up takes longer than looking at it, and a cheat may bring thousands at once: a tick deals with so
 * many, and the others count as not looked at yet. Nothing is concluded from not seeing them.
 */
export class UnprocessedItems {
  readonly #isUrgent: (itemId: string) => boolean;
  /** True when the tick end has taken long enough. */
  readonly #isSpent: () => boolean;
  readonly #waiting = new Map<PlaceKey, Waiting>();
  /** The place at which each of them waits. */
  readonly #placeOf = new Map<string, PlaceKey>();
  #left = NEW_ITEMS_PER_TICK;

  /** `isUrgent` is asked about ids that would have to wait: an event of this tick named them, which is known in this tick only. */
  constructor(isUrgent: (itemId: string) => boolean = () => false, isSpent: () => boolean = () => false) {
    this.#isUrgent = isUrgent;
    this.#isSpent = isSpent;
  }

  beginTickEnd(): void {
    this.#left = NEW_ITEMS_PER_TICK;
  }

  /** True when this tick has dealt with as many as it may, twice over. */
  get isBusy(): boolean {
    return this.#left <= -NEW_ITEMS_PER_TICK;
  }

  /** True when the id was seen somewhere, and has not been dealt with. */
  isWaiting(itemId: string): boolean {
    return this.#placeOf.size > 0 && this.#placeOf.has(itemId);
  }

  /** True when some of what is at the place has not been dealt with. */
  areWaitingAt(place: PlaceKey): boolean {
    return this.#waiting.has(place);
  }

  /** Those that wait at the place and have an id. */
  idsAt(place: PlaceKey): readonly string[] {
    return this.#waiting.get(place)?.ids ?? NO_IDS;
  }

  /** True for the box around something that waits. */
  isBoxOfWaiting(itemId: string): boolean {
    for (const { boxIds } of this.#waiting.values()) if (boxIds.has(itemId)) return true;
    return false;
  }

  /** The places that are to be looked at again, each with why it was looked at. */
  places(): Iterable<readonly [PlaceKey, { readonly cause: Cause }]> {
    return this.#waiting;
  }

  get areWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** For one look at the place, which held the ids `before`. */
  filterFor(place: PlaceKey, before: readonly string[], mustAdmit: (itemId: string) => boolean): NewItemFilter {
    const waitingBefore = this.idsAt(place);
    const isWaitingHere = (itemId: string) => this.#placeOf.get(itemId) === place;
    let fresh = 0;
    const admits = (taken: number, itemId: string | undefined): boolean => {
      const isFresh = waitingBefore.length > 0 && !(itemId !== undefined && isWaitingHere(itemId));
      const hasLeast = isFresh ? fresh >= LEAST_PER_LOOK * SHARE_OF_FRESH : taken >= LEAST_PER_LOOK;
      const isEnough = this.#left <= (isFresh ? NEW_ITEMS_PER_TICK * SHARE_OF_FRESH : 0);
      const canWait = hasLeast && (isEnough || this.#isSpent()) && !mustAdmit(itemId ?? "");
      if (canWait && !(itemId && this.#isUrgent(itemId))) return false;
      this.#left--;
      if (isFresh) fresh++;
      return true;
    };
    return new NewItemFilter({ before, waitingBefore, isWaitingHere, admits });
  }

  /** The look is made. */
  looked(place: PlaceKey, filter: NewItemFilter, cause: Cause): void {
    const earlier = this.#waiting.get(place);
    if (earlier === undefined && filter.isEmpty) return;
    filter.close();
    const ids = filter.isDisordered ? [...new Set(filter.list)] : filter.list;
    this.#forgetIds(place, filter.isDisordered ? this.idsAt(place) : filter.gone);
    if (filter.isEmpty) this.#waiting.delete(place);
    else this.#waiting.set(place, { cause: earlier?.cause ?? cause, ids, boxIds: filter.boxIds });
    for (const itemId of filter.isDisordered ? ids : filter.added) this.#placeOf.set(itemId, place);
  }

  /** Nobody can look there any more, or everything there was dealt with. */
  forget(place: PlaceKey): void {
    this.#forgetIds(place, this.idsAt(place));
    this.#waiting.delete(place);
  }

  #forgetIds(place: PlaceKey, ids: readonly string[]): void {
    for (const itemId of ids) if (this.#placeOf.get(itemId) === place) this.#placeOf.delete(itemId);
  }
}
