import { freshSet } from "../model/fresh-map.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Cause } from "./look-cause.ts";
import { NewItemFilter } from "./new-item-filter.ts";

/** Items new to their place that the looks of one tick process. Further ones wait for the next tick. */
const NEW_ITEMS_PER_TICK = 128;

/** Each look processes at least this many, so that a player who brings thousands does not keep others waiting. */
const MIN_PER_LOOK = 32;

/**
 * Up to this many of them are the items that have waited longest. So nobody can keep an item waiting for ever, neither by bringing more
 * nor by carrying it about.
 */
const TURNS_PER_TICK = 64;

const NO_IDS: readonly string[] = [];

/** The items of one place that wait. */
interface Waiting {
  /** Why the place was looked at when they were found. */
  readonly cause: Cause;
  /** Each id once. Items without an id wait as well, but are not listed. */
  readonly ids: readonly string[];
  /** Ids of the boxes around them: a report about a box also holds for what is in it. */
  readonly boxIds: ReadonlySet<string>;
}

/**
 * Processing an item that turns up takes longer than looking at it, and a cheat may bring thousands at once. A tick processes a limited
 * number; the others count as not looked at yet. Nothing is concluded from not seeing them.
 */
export class UnprocessedItems {
  readonly #isUrgent: (itemId: string) => boolean;
  /** True if the tick end has used up its time. */
  readonly #isSpent: () => boolean;
  readonly #waiting = new Map<PlaceKey, Waiting>();
  /**
   * The place at which each id waits; those that have waited longest come first. `undefined` if the id has left its place in this tick: if
   * it turns up at another one, it does not lose its turn.
   */
  readonly #placeOf = new Map<string, PlaceKey | undefined>();
  /** Ids that have left their place in this tick. */
  #departed = new Set<string>();
  /** Ids that are processed in this tick wherever they are seen. */
  #turn = new Set<string>();
  #left = NEW_ITEMS_PER_TICK;

  /**
   * `isUrgent`: true for an id that an event of this tick named. Such an id does not wait, because the event is known in this tick only.
   */
  constructor(isUrgent: (itemId: string) => boolean = () => false, isSpent: () => boolean = () => false) {
    this.#isUrgent = isUrgent;
    this.#isSpent = isSpent;
  }

  beginTickEnd(): void {
    for (const itemId of this.#departed) if (!this.isWaiting(itemId)) this.#placeOf.delete(itemId);
    this.#departed = freshSet(this.#departed);
    this.#takeTurns();
    this.#left = NEW_ITEMS_PER_TICK - this.#turn.size;
  }

  /** Ids that had their turn and were not seen go to the end. */
  #takeTurns(): void {
    for (const itemId of this.#turn) {
      const place = this.#placeOf.get(itemId);
      if (!this.#placeOf.delete(itemId)) continue;
      this.#placeOf.set(itemId, place);
    }
    this.#turn = freshSet(this.#turn);
    for (const itemId of this.#placeOf.keys()) {
      if (this.#turn.size === TURNS_PER_TICK) return;
      this.#turn.add(itemId);
    }
  }

  /** True if this tick has processed twice as many as it should. */
  get isBusy(): boolean {
    return this.#left <= -NEW_ITEMS_PER_TICK;
  }

  /** True if the id was seen somewhere and has not been processed. */
  isWaiting(itemId: string): boolean {
    return this.#placeOf.size > 0 && this.#placeOf.get(itemId) !== undefined;
  }

  /** True if some of what is at the place has not been processed. */
  areWaitingAt(place: PlaceKey): boolean {
    return this.#waiting.has(place);
  }

  /** The ids that wait at the place. */
  idsAt(place: PlaceKey): readonly string[] {
    return this.#waiting.get(place)?.ids ?? NO_IDS;
  }

  /** True if this is the id of a box around something that waits. */
  isBoxOfWaiting(itemId: string): boolean {
    for (const { boxIds } of this.#waiting.values()) if (boxIds.has(itemId)) return true;
    return false;
  }

  /** The places to look at again, each with the reason why it was looked at. */
  places(): Iterable<readonly [PlaceKey, { readonly cause: Cause }]> {
    return this.#waiting;
  }

  get areWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Returns the filter for one look at the place, which held the ids `before`. `wasHere`: true for one of those. */
  filterFor(
    place: PlaceKey,
    before: readonly string[],
    wasHere: (itemId: string) => boolean,
    mustAdmit: (itemId: string) => boolean,
  ): NewItemFilter {
    const waitingBefore = this.idsAt(place);
    const isWaitingHere = (itemId: string) => this.#placeOf.get(itemId) === place;
    const admits = (taken: number, itemId: string | undefined): boolean => {
      // It has one turn, however many copies of it are elsewhere.
      if (itemId !== undefined && this.#turn.delete(itemId)) return true;
      const canWait = taken >= MIN_PER_LOOK && (this.#left <= 0 || this.#isSpent()) && !mustAdmit(itemId ?? "");
      if (canWait && !(itemId && this.#isUrgent(itemId))) return false;
      this.#left--;
      return true;
    };
    return new NewItemFilter({ before, wasHere, waitingBefore, isWaitingHere, admits });
  }

  /** Called after the look. Records what it left waiting. */
  noteLook(place: PlaceKey, filter: NewItemFilter, cause: Cause): void {
    const earlier = this.#waiting.get(place);
    if (earlier === undefined && filter.isEmpty) return;
    filter.finishLook();
    const ids = filter.isDisordered ? [...new Set(filter.list)] : filter.list;
    for (const itemId of filter.isDisordered ? this.idsAt(place) : filter.gone) {
      if (this.#placeOf.get(itemId) !== place) continue;
      this.#placeOf.set(itemId, undefined);
      this.#departed.add(itemId);
    }
    if (filter.isEmpty) this.#waiting.delete(place);
    else this.#waiting.set(place, { cause: earlier?.cause ?? cause, ids, boxIds: filter.boxIds });
    for (const itemId of filter.isDisordered ? ids : filter.added) this.#placeOf.set(itemId, place);
  }

  /** The place can no longer be looked at, or everything there was processed. */
  forget(place: PlaceKey): void {
    for (const itemId of this.idsAt(place)) if (this.#placeOf.get(itemId) === place) this.#placeOf.delete(itemId);
    this.#waiting.delete(place);
  }
}
