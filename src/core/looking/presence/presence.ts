import { freshMap } from "../../model/fresh-map.ts";
import { IdMap } from "../../model/id-map.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { PlaceCount } from "../look.ts";
import { earliestSlots, exchangedIds } from "./ground-slots.ts";
import { PlaceOrder } from "./place-order.ts";

/** How a place differs from what the previous look found there. */
export interface Change {
  /** In the order in which the look found them. */
  readonly arrived: readonly string[];
  readonly departed: readonly string[];
}

const NO_IDS: readonly string[] = [];
const NO_PLACES: readonly PlaceKey[] = [];
const NO_CHANGE: Change = { arrived: NO_IDS, departed: NO_IDS };

/** What one place held when it was last looked at. */
export interface PlaceContents {
  readonly ids: readonly string[];
  /** On the ground: for each id the slot of its earliest copy there; `undefined` where two are there and nobody saw which came first. */
  slots: readonly (string | undefined)[] | undefined;
  /** On the ground: every slot in which the look found something. */
  taken: readonly string[] | undefined;
  /** When it was last looked at, in ms since the very first look: V8 stores small numbers inline, but allocates timestamps. */
  lookedAfterMs: number;
  /** The same for the look before that one; -1 if there was none. */
  earlierAfterMs: number;
  /** The look's position in the order of all looks and reported moves. */
  moment: number;
  placeCount: PlaceCount | undefined;
  /** True if a later look has found the same. */
  isConfirmed: boolean;
  /** False once these contents were replaced, or the place was forgotten. */
  isCurrent: boolean;
}

/** What the last look at each visible place found, both ways: place to ids, and id to places. Dark places are not in it. */
export class Presence {
  /** Nearly every id is at one place. Only ids at several places have a list, with the earliest place first. */
  readonly #placesOf = new IdMap<PlaceKey | readonly PlaceKey[]>();
  readonly #contents = new Map<PlaceKey, PlaceContents>();
  #firstLookMs: number | undefined;
  readonly #order = new PlaceOrder();
  /** The places at which ids turned up within this tick end. */
  #entered = new Map<string, PlaceKey[]>();
  #exchanged = new Map<string, PlaceKey>();
  readonly #onLeave: ((itemId: string, isDark: boolean) => void) | undefined;

  /** `onLeave` hears of every id that leaves a place, or whose place goes dark. */
  constructor(onLeave?: (itemId: string, isDark: boolean) => void) {
    this.#onLeave = onLeave;
  }

  /** How many ids are at some visible place. */
  get size(): number {
    return this.#placesOf.size;
  }

  /** Where the id was found by the last look at each place, in the order in which it turned up there. */
  placesOf(itemId: string): readonly PlaceKey[] {
    const places = this.#placesOf.get(itemId);
    if (places === undefined) return NO_PLACES;
    return typeof places === "string" ? [places] : places;
  }

  /** Every id that is in sight, once for each place at which it is. */
  *ids(): Iterable<string> {
    for (const { ids } of this.#contents.values()) yield* ids;
  }

  has(itemId: string): boolean {
    return this.#placesOf.get(itemId) !== undefined;
  }

  /** True if the last looks found the id at more than one place. */
  isAtSeveral(itemId: string): boolean {
    return typeof this.#placesOf.get(itemId) === "object";
  }

  idsAt(place: PlaceKey): readonly string[] {
    return this.#contents.get(place)?.ids ?? NO_IDS;
  }

  /** What the last look found there, to be confirmed if a quick check finds the same; `undefined` if it found nothing. */
  contentsAt(place: PlaceKey): PlaceContents | undefined {
    return this.#contents.get(place);
  }

  /** The place was looked at again, and holds the same. */
  noteUnchanged(contents: PlaceContents, nowMs: number, moment: number): void {
    const after = this.#afterFirstLook(nowMs);
    if (after !== contents.lookedAfterMs) contents.earlierAfterMs = contents.lookedAfterMs;
    contents.lookedAfterMs = after;
    contents.moment = moment;
    contents.isConfirmed = true;
  }

  /** When a place that holds something was last looked at. */
  lookedMs(place: PlaceKey): number | undefined {
    const contents = this.#contents.get(place);
    return contents && this.foundMs(contents);
  }

  /** When the place was looked at before that, if it held something then. */
  lookedEarlierMs(place: PlaceKey): number | undefined {
    const contents = this.#contents.get(place);
    return contents === undefined || contents.earlierAfterMs < 0
      ? undefined
      : contents.earlierAfterMs + (this.#firstLookMs ?? 0);
  }

  /** When these contents were last found. */
  foundMs(contents: PlaceContents): number {
    return contents.lookedAfterMs + (this.#firstLookMs ?? 0);
  }

  lookedMoment(place: PlaceKey): number | undefined {
    return this.#contents.get(place)?.moment;
  }

  /** Every place at which something was found, and what. */
  allContents(): Iterable<readonly [PlaceKey, PlaceContents]> {
    return this.#contents;
  }

  /**
   * The slot of the id's earliest copy on this ground. There a slot is an entity: whatever is in it has lain there all the time. A slot of a
   * container says nothing, because quick checks do not notice when something changes its slot.
   */
  earliestSlot(itemId: string, ground: PlaceKey): string | undefined {
    const contents = this.#contents.get(ground);
    return contents?.slots?.[contents.ids.indexOf(itemId)];
  }

  /** Replaces what is known of a place. `ids` may name an id twice; it counts once here. `slots`: on the ground, the slot of each. */
  set(place: PlaceKey, ids: readonly string[], nowMs: number, moment = 0, slots?: readonly string[]): Change {
    return this.#replace(place, ids, nowMs, moment, false, slots);
  }

  #replace(
    place: PlaceKey,
    ids: readonly string[],
    nowMs: number,
    moment: number,
    isDark: boolean,
    slots?: readonly string[],
  ): Change {
    const contents = this.#contents.get(place);
    if (contents !== undefined) this.noteUnchanged(contents, nowMs, moment);
    const before = contents?.ids ?? NO_IDS;
    if (slots !== undefined && contents !== undefined)
      for (const id of exchangedIds(contents, ids, slots)) this.#exchanged.set(id, place);
    if (isSame(before, ids)) {
      if (contents !== undefined) contents.slots = contents.taken = slots;
      return NO_CHANGE;
    }
    if (contents !== undefined) contents.isCurrent = false;
    const { now, arrived, departed } = this.#compare(place, before, ids);
    for (const id of departed) {
      this.#onLeave?.(id, isDark);
      this.#leave(id, place, isDark);
    }
    for (const id of arrived) this.#enter(id, place);
    if (now.length === 0) this.#contents.delete(place);
    else {
      const lookedAfterMs = this.#afterFirstLook(nowMs);
      const [earlierAfterMs, placeCount] = [contents?.earlierAfterMs ?? -1, contents?.placeCount];
      const times = { lookedAfterMs, earlierAfterMs, moment };
      const isNew = (id: string) => this.#entered.get(id)?.includes(place) === true;
      const earliest = slots && now.length < ids.length ? earliestSlots(now, ids, slots, contents, isNew) : slots;
      this.#contents.set(place, {
        ids: now,
        slots: earliest,
        taken: slots,
        ...times,
        placeCount,
        isConfirmed: false,
        isCurrent: true,
      });
    }
    return { arrived, departed };
  }

  /**
   * Finds what turned up and what left, and lists what is there now, each id once. Ids that stayed are mostly in the same order, so both
   * lists are walked side by side. For a place with thousands of items, building sets would take longer than the look itself.
   */
  #compare(
    place: PlaceKey,
    before: readonly string[],
    ids: readonly string[],
  ): Change & { readonly now: readonly string[] } {
    const [arrived, departed]: [Set<string>, string[]] = [new Set(), []];
    let next = 0;
    for (const id of ids) {
      if (id === before[next]) next++;
      else if (!this.isAt(id, place)) {
        if (arrived.has(id)) return compareSets(before, ids);
        arrived.add(id);
      } else {
        while (next < before.length && before[next] !== id) departed.push(before[next++]!);
        // The id was passed already: it is here twice, or the order has changed.
        if (next++ === before.length) return compareSets(before, ids);
      }
    }
    while (next < before.length) departed.push(before[next++]!);
    return { now: [...ids], arrived: [...arrived], departed };
  }

  /** True when the last look at the place found the id there. */
  isAt(itemId: string, place: PlaceKey): boolean {
    const places = this.#placesOf.get(itemId);
    return typeof places === "string" ? places === place : places?.includes(place) === true;
  }

  /** Restores the order in which the id turned up at its places before this process started. It holds until the id leaves one of them. */
  loadOrder(itemId: string, places: readonly PlaceKey[]): void {
    this.#order.load(itemId, places);
    if (this.isAtSeveral(itemId)) this.#placesOf.set(itemId, this.#order.asBefore(itemId, this.placesOf(itemId)));
  }

  /** Forgets a place that went dark. Its items count as still there. Returns what it held when it was last looked at. */
  forget(place: PlaceKey): readonly string[] {
    return this.#replace(place, NO_IDS, 0, 0, true).departed;
  }

  /** The places at which ids turned up within this tick end, in that order. */
  arrivals(): Iterable<readonly [string, readonly PlaceKey[]]> {
    return this.#entered;
  }

  /** For ids that left their earliest place within this tick end while they were at others: that place. */
  firstPlacesLeft(): ReadonlyMap<string, PlaceKey> {
    return this.#order.firstPlacesLeft;
  }

  /** Ids of which the copy on this ground has left within this tick end, and another one lies there. */
  exchanges(): Iterable<readonly [string, PlaceKey]> {
    return this.#exchanged;
  }

  /** The places at which the id turned up within this tick end, in that order. */
  placesEntered(itemId: string): readonly PlaceKey[] {
    return this.#entered.get(itemId) ?? NO_PLACES;
  }

  hasArrived(itemId: string): boolean {
    return this.placesEntered(itemId).length > 0;
  }

  /** True if the rank of this one of the id's places is known from before this process started. */
  isKnownBefore(itemId: string, place: PlaceKey): boolean {
    return this.#order.isKnownBefore(itemId, place, this.placesOf(itemId));
  }

  /** Sets a new order. `places` must be the same places as before. */
  reorder(itemId: string, places: readonly PlaceKey[]): void {
    this.#placesOf.set(itemId, places);
  }

  /** Moves the id's places that belong to this account to the front. */
  putFirst(itemId: string, account: PlaceKey): void {
    const places = this.#order.putFirst(itemId, this.placesOf(itemId), account);
    if (places.length > 1) this.#placesOf.set(itemId, places);
  }

  finishTickEnd(isWaiting: (itemId: string) => boolean): void {
    this.#entered = freshMap(this.#entered);
    this.#exchanged = freshMap(this.#exchanged);
    this.#order.finishTickEnd(isWaiting);
  }

  #afterFirstLook(nowMs: number): number {
    this.#firstLookMs ??= nowMs;
    return nowMs - this.#firstLookMs;
  }

  #enter(id: string, place: PlaceKey): void {
    const entered = this.#entered.get(id);
    if (entered === undefined) this.#entered.set(id, [place]);
    else entered.push(place);
    const places = this.placesOf(id);
    if (places.length === 0) {
      this.#placesOf.set(id, place);
      return;
    }
    this.#placesOf.set(id, this.#order.noteEntered(id, places, place));
  }

  #leave(id: string, place: PlaceKey, isDark: boolean): void {
    this.#order.forgetBefore(id);
    const entered = this.#entered.size > 0 ? this.#entered.get(id) : undefined;
    if (entered?.includes(place)) entered.splice(entered.indexOf(place), 1);
    const places = this.placesOf(id);
    if (places.length === 1) {
      this.#placesOf.delete(id);
      return;
    }
    // If the place went dark, nothing has moved: the others keep their order, and no copy that turns up comes from there.
    const left = isDark ? places.filter((other) => other !== place) : this.#order.noteLeft(id, places, place);
    this.#placesOf.set(id, left.length === 1 ? left[0]! : left);
  }
}

function compareSets(before: readonly string[], ids: readonly string[]): Change & { readonly now: readonly string[] } {
  const [earlier, now] = [new Set(before), new Set(ids)];
  return {
    now: [...now],
    arrived: [...now].filter((id) => !earlier.has(id)),
    departed: before.filter((id) => !now.has(id)),
  };
}

function isSame(before: readonly string[], now: readonly string[]): boolean {
  if (before.length !== now.length) return false;
  for (let at = 0; at < before.length; at++) if (before[at] !== now[at]) return false;
  return true;
}
