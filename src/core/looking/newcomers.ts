import type { PlaceKey } from "../model/place.ts";
import type { Cause } from "./look-cause.ts";

/** Items that the looks of one tick find for the first time at a place, and deal with; those beyond it wait for the next tick. */
const NEWCOMERS_PER_TICK = 128;

/** As many of each look are dealt with in any case: whoever brings thousands does not keep others waiting. */
const LEAST_PER_LOOK = 32;

const NO_IDS: ReadonlySet<string> = new Set();

/** What of one place waits. */
interface Waiting {
  /** Why the place was looked at when they were found. */
  readonly cause: Cause;
  readonly ids: ReadonlySet<string>;
  /** The boxes around them: what was reported of a box holds for what is in it. */
  readonly boxIds: ReadonlySet<string>;
}

/**
 * Dealing with an item that turns up takes longer than looking at it, and a cheat may bring thousands at once: a tick deals with so
 * many, and the others count as not looked at yet. Nothing is concluded from not seeing them.
 */
export class Newcomers {
  readonly #isUrgent: (itemId: string) => boolean;
  readonly #waiting = new Map<PlaceKey, Waiting>();
  /** The place at which each of them waits. */
  readonly #placeOf = new Map<string, PlaceKey>();
  #left = NEWCOMERS_PER_TICK;

  /** `isUrgent` is asked about ids that would have to wait: an event of this tick named them, which is known in this tick only. */
  constructor(isUrgent: (itemId: string) => boolean) {
    this.#isUrgent = isUrgent;
  }

  beginTickEnd(): void {
    this.#left = NEWCOMERS_PER_TICK;
  }

  /** True when this tick has dealt with as many as it may, twice over. */
  get isBusy(): boolean {
    return this.#left <= -NEWCOMERS_PER_TICK;
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
  *idsAt(place: PlaceKey): Iterable<string> {
    for (const itemId of this.#waiting.get(place)?.ids ?? NO_IDS) if (itemId !== "") yield itemId;
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
  gateFor(before: readonly string[], mustAdmit: (itemId: string) => boolean): Gate {
    return new Gate(before, (taken, itemId) => {
      const canWait = taken >= LEAST_PER_LOOK && this.#left <= 0 && !mustAdmit(itemId ?? "");
      if (canWait && !(itemId && this.#isUrgent(itemId))) return false;
      this.#left--;
      return true;
    });
  }

  /** The look is made: `ids` are all that it has dealt with. */
  looked(place: PlaceKey, ids: readonly string[], { waiting, boxIds }: Gate, cause: Cause): void {
    const earlier = this.#waiting.get(place);
    if (earlier === undefined && waiting.size === 0) return;
    this.forget(place);
    if (waiting.size === 0) return;
    // An id that is there twice, and was dealt with, does not wait.
    for (const itemId of ids) waiting.delete(itemId);
    this.#waiting.set(place, { cause: earlier?.cause ?? cause, ids: waiting, boxIds });
    for (const itemId of waiting) this.#placeOf.set(itemId, place);
  }

  /** Nobody can look there any more, or everything there was dealt with. */
  forget(place: PlaceKey): void {
    for (const itemId of this.#waiting.get(place)?.ids ?? NO_IDS)
      if (this.#placeOf.get(itemId) === place) this.#placeOf.delete(itemId);
    this.#waiting.delete(place);
  }
}

/** Lets through what a place held before, and as many others as may be. */
export class Gate {
  readonly #before: readonly string[];
  readonly #admits: (taken: number, itemId: string | undefined) => boolean;
  /** What was seen and not let through. */
  readonly waiting = new Set<string>();
  /** The boxes around them. */
  readonly boxIds = new Set<string>();
  #known: Set<string> | undefined;
  #next = 0;
  #taken = 0;

  constructor(
    before: readonly string[] = [],
    admits: (taken: number, itemId: string | undefined) => boolean = () => true,
  ) {
    this.#before = before;
    this.#admits = admits;
  }

  /**
   * True when the place held it before: then it is known to be an id, and to check its letters would take longer than all the rest.
   * Mostly it is the next of those, or the one after when something has gone.
   */
  isKnown(text: string | undefined): text is string {
    if (text === undefined || this.#before.length === 0) return false;
    for (let ahead = 0; ahead < 2; ahead++) {
      if (this.#before[this.#next + ahead] !== text) continue;
      this.#next += ahead + 1;
      return true;
    }
    this.#known ??= new Set(this.#before);
    return this.#known.has(text);
  }

  /** For what is not known. `tag` is what the item carries as its id, if anything. */
  admits(tag: string | undefined, boxId: string | null): boolean {
    const itemId = tag?.toLowerCase();
    if (this.#admits(this.#taken, itemId)) {
      this.#taken++;
      return true;
    }
    // What has no id yet waits without a name.
    this.waiting.add(itemId ?? "");
    if (boxId !== null) this.boxIds.add(boxId);
    return false;
  }
}
