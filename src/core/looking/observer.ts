import { freshMap, freshSet } from "../model/fresh-map.ts";
import { accountPlace, type PlaceKey, placeKind } from "../model/place.ts";
import type { Platform, Player } from "../platform.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { GameClock } from "../time/game-clock.ts";
import { type Copy, type Look, lookAt, type PlaceCount, type StackCounter } from "./look.ts";
import { type Cause, RECHECK } from "./look-cause.ts";
import type { Change, PlaceContents, Presence } from "./presence/presence.ts";
import { QuickCheck } from "./quick-check.ts";
import { RepeatedLook } from "./repeated-look.ts";
import type { UnprocessedItems } from "./unprocessed-items.ts";

/** Called after every full look, whether or not the place has changed since the look before. */
export type AfterLook = (look: Look, change: Change, cause: Cause) => void;

/** Wants to know how much lies at each place that is looked at. */
export interface GoodsWatch {
  readonly counter: StackCounter;
  /**
   * The counter has seen everything at this place, or a part of it if it was too much for one look. `placeCount`: what this method returned
   * at the previous look, if known.
   */
  finishCount(place: PlaceKey, isWhole: boolean, placeCount?: PlaceCount): PlaceCount | undefined;
  /** The place cannot be looked at. */
  noteGone(place: PlaceKey): void;
}

/** Tracked items that the full looks of one tick may find. After that, whatever can wait is left for the next tick. */
const FOUND_PER_TICK = 1024;

/** A place with at least this many ids is checked by a `RepeatedLook` instead of a quick check. */
const FULL = 64;

/** A look with at least this many copies is searched through an index. */
const WORTH_AN_INDEX = 32;

/** Looks at places, and keeps presence up to date. Within one tick end a place is looked at once. */
export class Observer {
  readonly #platform: Pick<Platform, "look">;
  readonly #presence: Presence;
  readonly #newId: NewId;
  readonly #clock: GameClock;
  readonly #afterLook: AfterLook;
  readonly #onDark: (place: PlaceKey) => void;
  readonly #goods: GoodsWatch | undefined;
  readonly #quickCheck: QuickCheck;
  readonly #unprocessed: UnprocessedItems;
  readonly #mustBeWhole: (place: PlaceKey) => boolean;
  readonly #hiddenAt: (place: PlaceKey) => ReadonlySet<string> | undefined;
  /** The looks of the tick end that is under way; `undefined` between tick ends. */
  #looks: Map<PlaceKey, Look> | undefined;
  #looksMade = 0;
  /** Ids whose places were all looked at in this tick end. Wherever one of them has turned up since, it was seen in a look as well. */
  #lookedFor = new Set<string>();
  /** Full places that this tick end found to be as before, without an ordinary look. */
  #repeated = new Map<PlaceKey, RepeatedLook>();
  readonly #contentsOf = new WeakMap<Player, PlaceContents>();
  /** The position of each id in what was found at a full place. It stays valid as long as the place is as it was. */
  readonly #positions = new WeakMap<PlaceContents, Map<string, number>>();
  /** The copies that large looks of this tick end found, by id: each of many ids would need a search through all copies. */
  #byId = new Map<Look, Map<string, Copy | Copy[]>>();
  /** The latest look was a quick check that found this place as before, with so many ids; `undefined` if it was another kind of look. */
  #checkedPlace: PlaceKey | undefined;
  #checkedIds = 0;
  /** Found by the full looks of this tick end. */
  #found = 0;
  /** When this tick end began, in the order of all looks. */
  #began = 0;

  constructor(parts: {
    platform: Pick<Platform, "look">;
    presence: Presence;
    newId: NewId;
    clock: GameClock;
    afterLook: AfterLook;
    /** The place cannot be looked at; presence still has what was last found there. */
    onDark: (place: PlaceKey) => void;
    /** Holds back arrivals that are too many for one tick. */
    unprocessed: UnprocessedItems;
    /** True when nothing there may be left for later. */
    mustBeWhole?: (place: PlaceKey) => boolean;
    /** Ids that the place shows but that are not there: see `SupersededSessions`. */
    hiddenAt?: (place: PlaceKey) => ReadonlySet<string> | undefined;
    goods?: GoodsWatch | undefined;
  }) {
    this.#platform = parts.platform;
    this.#presence = parts.presence;
    this.#newId = parts.newId;
    this.#clock = parts.clock;
    this.#afterLook = parts.afterLook;
    this.#onDark = parts.onDark;
    this.#mustBeWhole = parts.mustBeWhole ?? (() => false);
    this.#hiddenAt = parts.hiddenAt ?? (() => undefined);
    this.#unprocessed = parts.unprocessed;
    this.#goods = parts.goods;
    this.#quickCheck = new QuickCheck(parts.platform, parts.goods?.counter);
  }

  beginTickEnd(): void {
    this.#found = 0;
    this.#beginLooks();
    this.#unprocessed.beginTickEnd();
  }

  #beginLooks(): void {
    this.#looks = new Map();
    this.#lookedFor = freshSet(this.#lookedFor);
    this.#checkedPlace = undefined;
    this.#began = this.#clock.nextSequence();
    this.#looksMade++;
  }

  /** True if this tick end has found as much as a tick may carry, or has used up its time: whatever can wait, waits. */
  get isBusy(): boolean {
    return this.#found >= FOUND_PER_TICK || this.#unprocessed.isBusy || this.#clock.isSpent;
  }

  /** Counts all looks. As long as it stays the same, `copiesOf` finds the same. `undefined` between tick ends. */
  get looksMade(): number | undefined {
    return this.#looks && this.#looksMade;
  }

  finishTickEnd(): void {
    this.#looks = undefined;
    this.#lookedFor = freshSet(this.#lookedFor);
    this.#byId = freshMap(this.#byId);
    this.#repeated = freshMap(this.#repeated);
  }

  /** For use outside a tick end: everything that `ask` does looks at each place once. */
  inOneLook<T>(ask: () => T): T {
    if (this.#looks !== undefined) return ask();
    this.#beginLooks();
    try {
      return ask();
    } finally {
      this.finishTickEnd();
    }
  }

  /** The quick way to look: true if the place holds what the previous look found, so that there is nothing to do. */
  isAsBefore(place: PlaceKey, player?: Player): boolean {
    const owner = player?.place === place ? player : undefined;
    const contents = owner === undefined ? this.#presence.contentsAt(place) : this.#contentsWith(owner);
    if (contents === undefined) return false;
    // If this tick end has already looked there, even quickly, the place is as that look found it.
    if (this.#looks?.has(place) || (this.#looks !== undefined && contents.moment > this.#began)) return true;
    if (this.#isFull(contents)) return this.#repeatedLook(place, contents) !== undefined;
    if (!this.#quickCheck.isAsBefore(place, contents.ids, owner)) return false;
    this.#presence.noteUnchanged(contents, this.#clock.now(), this.#clock.nextSequence());
    if (this.#goods !== undefined) contents.placeCount = this.#goods.finishCount(place, true, contents.placeCount);
    this.#checkedPlace = place;
    this.#checkedIds = contents.ids.length;
    return true;
  }

  /** True if the place holds so much that a `RepeatedLook` is worthwhile. */
  isFullAt(place: PlaceKey): boolean {
    return this.#isFull(this.#presence.contentsAt(place));
  }

  #isFull(contents: PlaceContents | undefined): boolean {
    return this.#looks !== undefined && contents !== undefined && contents.ids.length >= FULL;
  }

  /** Looks at a full place, unless this tick end already has. `undefined` if the place is not full, or not as before. */
  #repeatedLook(place: PlaceKey, contents: PlaceContents): RepeatedLook | undefined {
    if (!this.#isFull(contents) || this.#unprocessed.areWaitingAt(place)) return undefined;
    const known = this.#repeated.get(place);
    if (known !== undefined || this.#looks?.has(place)) return known;
    // A place that changed at the last look may change at every look: it would then be gone through twice.
    if (!contents.isConfirmed) return undefined;
    const look = new RepeatedLook(this.#platform, place, contents.ids, this.#goods?.counter);
    if (!look.isAsBefore) return undefined;
    this.#repeated.set(place, look);
    this.#presence.noteUnchanged(contents, this.#clock.now(), this.#clock.nextSequence());
    if (this.#goods !== undefined)
      contents.placeCount = this.#goods.finishCount(place, look.leftOut === 0, contents.placeCount);
    return look;
  }

  /** Most looks are at players: finding the contents by the player object is quicker than by the place key. */
  #contentsWith(player: Player): PlaceContents | undefined {
    const kept = this.#contentsOf.get(player);
    if (kept?.isCurrent) return kept;
    const contents = this.#presence.contentsAt(player.place);
    if (contents !== undefined) this.#contentsOf.set(player, contents);
    return contents;
  }

  /** Looks now, unless this tick end has looked there already. */
  look(place: PlaceKey, cause: Cause): Look {
    return this.#looks?.get(place) ?? this.lookAgain(place, cause);
  }

  /** Always looks now, because something was changed there. Ids for which `mustAdmit` is true are not left for later. */
  lookAgain(place: PlaceKey, cause: Cause, mustAdmit: (itemId: string) => boolean = () => false): Look {
    this.#looksMade++;
    this.#checkedPlace = undefined;
    const isWhole = this.#mustBeWhole(place);
    const contents = this.#presence.contentsAt(place);
    const before = contents?.ids ?? [];
    const wasHere = (itemId: string) => this.#presence.isAt(itemId, place);
    const filter = this.#unprocessed.filterFor(place, before, wasHere, isWhole ? () => true : mustAdmit);
    const seen = lookAt(this.#platform, place, this.#newId, this.#goods?.counter, filter);
    const hidden = seen.isVisible ? this.#hiddenAt(place) : undefined;
    const look = hidden ? without(seen, hidden) : seen;
    this.#looks?.set(place, look);
    this.#repeated.delete(place);
    this.#found += look.copies.length;
    if (!look.isVisible) {
      this.#goods?.noteGone(place);
      this.#onDark(place);
      this.#unprocessed.forget(place);
      return look;
    }
    const placeCount = this.#goods?.finishCount(place, look.leftOut === 0, contents?.placeCount);
    if (contents !== undefined) contents.placeCount = placeCount;
    this.#unprocessed.noteLook(place, filter, cause);
    const slots = placeKind(place) === "ground" ? look.copies.map(({ slot }) => slot) : undefined;
    const change = this.#presence.set(place, look.ids, this.#clock.now(), this.#clock.nextSequence(), slots);
    this.#afterLook(look, change, cause);
    return look;
  }

  /** How many items this tick end has gone through at the place; after a quick check, as many as were found before. */
  sizeOf(place: PlaceKey): number {
    // Mostly asked right after the look: to find the place again would take as long as half a quick check.
    if (place === this.#checkedPlace) return this.#checkedIds;
    return this.#looks?.get(place)?.size ?? this.#presence.idsAt(place).length;
  }

  /** Every visible copy of an id at this tick end, those at its earliest place first. */
  copiesOf(itemId: string): Copy[] {
    return this.#presence.placesOf(itemId).flatMap((place) => this.#copiesAt(place, itemId));
  }

  /** Looks at every place where the id was, as `copiesOf` does. */
  lookFor(itemId: string): void {
    if (this.#lookedFor.has(itemId)) return;
    if (this.#looks !== undefined) this.#lookedFor.add(itemId);
    for (const place of this.#presence.placesOf(itemId)) this.canSee(place);
  }

  /** True when a copy of the id is at another place than this one. */
  isElsewhere(itemId: string, place: PlaceKey): boolean {
    for (const other of this.#presence.placesOf(itemId)) if (other !== place && this.#isAt(other, itemId)) return true;
    return false;
  }

  #isAt(place: PlaceKey, itemId: string): boolean {
    if (this.#repeated.has(place)) return true;
    const contents = this.#presence.contentsAt(place);
    // A place that is as before has each of its ids once.
    if (contents !== undefined && this.#repeatedLook(place, contents) !== undefined) return true;
    return this.#copiesIn(this.look(place, RECHECK), itemId).some(({ item }) => item.count > 0);
  }

  /** True when the place can be looked at now. */
  canSee(place: PlaceKey): boolean {
    const contents = this.#presence.contentsAt(place);
    if (contents !== undefined && this.#repeatedLook(place, contents) !== undefined) return true;
    return this.look(place, RECHECK).isVisible;
  }

  /** The first visible copy of an id. Other places are looked at only if it is not at its earliest one. */
  firstCopyOf(itemId: string): Copy | undefined {
    for (const place of this.#presence.placesOf(itemId)) {
      const [copy] = this.#copiesAt(place, itemId);
      if (copy !== undefined) return copy;
    }
    return undefined;
  }

  /** The first visible copy of an id at the places of one account, or at one place. */
  firstCopyIn(itemId: string, account: PlaceKey): Copy | undefined {
    for (const place of this.#presence.placesOf(itemId)) {
      const [copy] = accountPlace(place) === account ? this.#copiesAt(place, itemId) : [];
      if (copy !== undefined) return copy;
    }
    return undefined;
  }

  #copiesAt(place: PlaceKey, itemId: string): readonly Copy[] {
    const contents = this.#presence.contentsAt(place);
    const repeated = contents && this.#repeatedLook(place, contents);
    if (repeated === undefined) return this.#copiesIn(this.look(place, RECHECK), itemId);
    let positions = this.#positions.get(contents!);
    if (positions === undefined) {
      positions = new Map(contents!.ids.map((id, position) => [id, position]));
      this.#positions.set(contents!, positions);
    }
    const position = positions.get(itemId);
    return position === undefined ? [] : [repeated.copyAt(position, itemId)];
  }

  #copiesIn(look: Look, itemId: string): readonly Copy[] {
    if (look.copies.length < WORTH_AN_INDEX) return look.copies.filter((copy) => copy.itemId === itemId);
    let index = this.#byId.get(look);
    if (index === undefined) {
      index = indexOf(look.copies);
      this.#byId.set(look, index);
    }
    const found = index.get(itemId) ?? [];
    return Array.isArray(found) ? found : [found];
  }
}

/** The same look without one item of each of these ids. If there is a second one, beside it or in the stack, somebody has put it there. */
function without(look: Look, hidden: ReadonlySet<string>): Look {
  const left = new Set(hidden);
  const copies = look.copies.filter(({ itemId, item }) => item.count > 1 || !left.delete(itemId));
  return { ...look, copies, ids: copies.map(({ itemId }) => itemId) };
}

/** Nearly every id is there once: a list is made only for the others. */
function indexOf(copies: readonly Copy[]): Map<string, Copy | Copy[]> {
  const index = new Map<string, Copy | Copy[]>();
  for (const copy of copies) {
    const earlier = index.get(copy.itemId);
    if (earlier === undefined) index.set(copy.itemId, copy);
    else if (Array.isArray(earlier)) earlier.push(copy);
    else index.set(copy.itemId, [earlier, copy]);
  }
  return index;
}
