import type { FirstLeft, SeenSlots } from "../../looking/presence/seen-slots.ts";
import type { UnseenMoves } from "../../looking/unseen-moves.ts";
import { freshMap, freshSet } from "../../model/fresh-map.ts";
import { accountPlace, isLeftoverWindow, isOwned, type PlaceKey, placeKind } from "../../model/place.ts";
import { CopyOrigins, type CopyOriginsParts, type Left } from "./copy-origins.ts";
import type { Standing } from "./first-copies.ts";

interface CopyRankingParts extends CopyOriginsParts {
  readonly unseen: UnseenMoves;
  readonly seenSlots: Pick<SeenSlots, "areSeveral">;
  /** True if a copy was seen somewhere and has not been processed yet. */
  readonly isWaiting: (itemId: string) => boolean;
  /** While the store is asked about the id: the copy at the place may have gone in this tick, and another one come. */
  readonly onExchanged: (itemId: string, place: PlaceKey) => void;
}

/** Places at which one id turned up, in the order in which they may be first. */
interface SortedPlaces {
  readonly reported: PlaceKey[];
  readonly others: PlaceKey[];
  readonly later: PlaceKey[];
  readonly windows: PlaceKey[];
}

/**
 * Finds out, at each tick end, which of the copies that turned up were there first: those that a reported move led to, if nothing else can
 * explain them. In doubt it is unknown, and then nothing is taken.
 */
export class CopyRanking {
  readonly #parts: CopyRankingParts;
  readonly #origins: CopyOrigins;
  /** Ids that turned up at this tick end without an event, and the place that each was seen to leave. */
  #silent = new Map<string, Left>();
  /** Ids that an event of this tick brought where they turned up, and the place that each was seen to leave. */
  #brought = new Map<string, Left>();
  /** Ids that came out of a window at this tick end while no other copy was in sight. */
  #outOfWindow = new Set<string>();
  /** Ids that fell out of a block which was broken in this tick, and the block. */
  #fellOutOf = new Map<string, PlaceKey>();
  #isSettled = false;
  #isAsked: (itemId: string) => boolean = () => false;

  constructor(parts: CopyRankingParts) {
    this.#parts = parts;
    this.#origins = new CopyOrigins(parts);
  }

  /** The only copy in sight came out of a window whose block is gone: the item that fell out of that block is still to be found. */
  noteOutOfWindow(itemId: string, block: PlaceKey): void {
    this.#outOfWindow.add(itemId);
    this.#parts.unseen.add(itemId, block, true);
  }

  /**
   * The same while another copy is in sight. If that one lies where the block's contents fell, it is the item that fell: it went no other
   * way.
   */
  noteOutOfWindowBeside(itemId: string, place: PlaceKey): void {
    const [other, ...more] = this.#parts.presence
      .placesOf(itemId)
      .filter((known) => known !== place && !isLeftoverWindow(known));
    if (other === undefined || more.length > 0 || placeKind(other) !== "ground") return;
    if (this.#parts.unseen.mayHaveFallen(itemId, other)) this.#parts.unseen.forget(itemId);
  }

  /** The item lies where a block that held a copy until this tick was broken: it is that copy. */
  noteFellOut(itemId: string, ground: PlaceKey, block: PlaceKey, standing: Standing | undefined): void {
    this.#fellOutOf.set(itemId, block);
    if (standing !== undefined) this.#parts.firstCopies.keepStanding(itemId, accountPlace(ground), standing);
  }

  /** The item left the place `from`, and no event said that it went where it turned up. A move of another copy may have been reported. */
  noteSilentMove(itemId: string, from: PlaceKey, since?: number): void {
    if (this.#isSettled) this.#wentUnseen(itemId, { place: from, since });
    else this.#silent.set(itemId, { place: from, since });
  }

  /** The item left the place, and one is back there. No event says that it is the same: it may be another copy. */
  noteSilentReturn(itemId: string, place: PlaceKey): void {
    this.#parts.unseen.add(itemId, place);
  }

  /** The item left a place, and an event brought it, or another copy, where it turned up. */
  noteBrought(itemId: string, from: Left): void {
    if (this.#isSettled) this.#wentUnseen(itemId, from);
    else this.#brought.set(itemId, from);
  }

  /** A copy turned up while another was in sight. If the tick end was already settled, it is ranked at once. */
  rankIfSettled(itemId: string): void {
    if (this.#isSettled) this.#rankEntered(itemId, this.#parts.presence.placesEntered(itemId));
  }

  /**
   * The copy at the place turned up in this tick, and is about to go dark. If the one that was there before was seen just now, this is a
   * later one, whatever else happens in this tick. If several were where that one is, it may be one of those: the tick end compares slots.
   */
  rankGoingDark(itemId: string, place: PlaceKey): void {
    const { presence, firstCopies, seenSlots } = this.#parts;
    const [known] = presence.placesOf(itemId);
    const entered = presence.placesEntered(itemId);
    if (known === undefined || !entered.includes(place) || entered.includes(known) || !firstCopies.isKnown(itemId))
      return;
    if (seenSlots.areSeveral(itemId, known)) return;
    if (!this.#origins.mayBeAnother(itemId, known) && !this.#origins.mayPrecede(itemId, place, known))
      firstCopies.markLater(itemId, place);
  }

  /**
   * Called once a tick end has looked. `leftPlaceOf`: the place that the id left at this tick end while it was at another. `isAsked`: true
   * if the store will say where it was.
   */
  rankArrivals(leftPlaceOf: (itemId: string) => PlaceKey | undefined, isAsked: (itemId: string) => boolean): void {
    // Finding out more about one id takes more looks. From here on, whatever they bring to light is ranked at once.
    this.#isSettled = true;
    this.#isAsked = isAsked;
    this.#origins.leftPlaceOf = leftPlaceOf;
    for (const left of [this.#silent, this.#brought]) for (const [itemId, from] of left) this.#wentUnseen(itemId, from);
    for (const [itemId, entered] of this.#parts.presence.arrivals()) {
      const places = this.#parts.presence.placesOf(itemId);
      if (places.length === 1) {
        // An id that moved on silently or out of a window in this tick was last at the place noted then: the broken block, for example.
        const isTold = this.#silent.has(itemId) || this.#outOfWindow.has(itemId);
        const left = isTold ? undefined : leftPlaceOf(itemId);
        if (entered.length === 1 && left) this.#wentUnseen(itemId, { place: left });
      } else this.#rankEntered(itemId, entered);
    }
    for (const [itemId, place] of this.#parts.presence.exchanges()) this.#noteExchange(itemId, place);
    for (const [itemId, place] of this.#parts.presence.firstPlacesLeft())
      if (!this.#parts.presence.hasArrived(itemId) && !this.#parts.isWaiting(itemId)) this.#firstIsGone(itemId, place);
  }

  /**
   * The id has left the place, and is still at others. If it was at that place first, and this comes to light only after the tick end was
   * settled, the ranks were given too early.
   */
  onItemLeft(itemId: string, place: PlaceKey): void {
    this.#parts.firstCopies.onItemLeft(itemId, place);
    if (!this.#isSettled || this.#parts.isWaiting(itemId)) return;
    if (this.#parts.presence.firstPlacesLeft().get(itemId) === place) this.#firstIsGone(itemId, place);
  }

  /** The first of several copies has left them. It is where events led to; if none did, it may be any of them. */
  noteFirstLeftOthers(itemId: string, { from, to, since }: FirstLeft): void {
    const { firstCopies, moves } = this.#parts;
    if (!firstCopies.isKnown(itemId)) return;
    if (to !== undefined && moves.lead(itemId, from, to, since)) firstCopies.setFirstPlace(itemId, to);
    else firstCopies.markUnknown(itemId);
  }

  /** The copy that lay on this ground is gone, and another one lies there. */
  #noteExchange(itemId: string, from: PlaceKey): void {
    const { presence, firstCopies, unseen, moves, onExchanged } = this.#parts;
    const [first, ...others] = presence.placesOf(itemId);
    if (this.#isAsked(itemId)) onExchanged(itemId, from);
    else if (presence.firstPlacesLeft().has(itemId) || moves.leadBack(itemId, from)) firstCopies.markUnknown(itemId);
    else if (others.length === 0 && !moves.isReportedAt(itemId, from)) unseen.add(itemId, from);
    else if (first === from) {
      const [to, ...more] = presence.placesEntered(itemId).filter((place) => moves.lead(itemId, from, place));
      this.noteFirstLeftOthers(itemId, { from, to: more.length === 0 ? to : undefined });
    }
  }

  finishTickEnd(): void {
    this.#isSettled = false;
    this.#silent = freshMap(this.#silent);
    this.#brought = freshMap(this.#brought);
    this.#outOfWindow = freshSet(this.#outOfWindow);
    this.#fellOutOf = freshMap(this.#fellOutOf);
    this.#parts.unseen.finishTickEnd();
    this.#parts.firstCopies.finishTickEnd(this.#isAsked);
  }

  #wentUnseen(itemId: string, left: Left): void {
    const places = this.#parts.presence.placesOf(itemId);
    if (!places.some((place) => this.#origins.isFrom(itemId, place, left))) this.#parts.unseen.add(itemId, left.place);
  }

  #rankEntered(itemId: string, turnedUp: readonly PlaceKey[]): void {
    const places = this.#parts.presence.placesOf(itemId);
    const entered = turnedUp.filter((place) => !this.#parts.presence.isKnownBefore(itemId, place));
    if (places.length < 2 || entered.length === 0) return;
    const areNew = new Set(entered);
    const isExchanged = (place: PlaceKey) => !areNew.has(place) && this.#origins.mayBeAnother(itemId, place);
    if (this.#isAsked(itemId)) {
      for (const place of places.filter(isExchanged)) this.#parts.onExchanged(itemId, place);
      return;
    }
    const first = this.#parts.firstCopies.firstPlaceFound(itemId);
    // For example, it came back from the dark while a move of the other copy was reported.
    if (first !== undefined && places.some((place) => accountPlace(place) === first))
      this.#parts.presence.putFirst(itemId, first);
    else {
      this.#rank(itemId, places, entered);
      if (places.some(isExchanged)) this.#parts.firstCopies.markUnknown(itemId);
    }
  }

  /** The first copy is gone from its place, and no event says where it went: it may be any copy that turned up since. */
  #firstIsGone(itemId: string, place: PlaceKey): void {
    const places = this.#parts.presence.placesOf(itemId);
    const isElsewhere = (other: PlaceKey) => accountPlace(other) !== accountPlace(place);
    const to = places.filter((other) => isElsewhere(other) && this.#parts.moves.lead(itemId, place, other));
    if (to.length > 0) {
      const entered = this.#parts.presence.placesEntered(itemId);
      // It went beside a copy that was known; or the ranks were given while it still seemed to be there.
      if (to.some((other) => entered.includes(other))) this.#rankEntered(itemId, entered);
      else this.#firstWentTo(itemId, to);
      return;
    }
    // Another session of the same account still has it.
    if (!places.every(isElsewhere)) this.#parts.presence.putFirst(itemId, accountPlace(place));
    else {
      if (!places.some((other) => this.#parts.firstCopies.isLater(itemId, other)) || places.length > 1)
        this.#parts.unseen.add(itemId, place);
      this.#parts.firstCopies.markUnknown(itemId);
    }
  }

  /** Ranks the places at which the id turned up at this tick end. */
  #rank(itemId: string, places: readonly PlaceKey[], entered: readonly PlaceKey[]): void {
    const sorted = this.#sort(itemId, entered);
    const inOrder = [...sorted.reported, ...sorted.others, ...sorted.later, ...sorted.windows].values();
    const areNew = new Set(entered);
    const ranked = places.map((place) => (areNew.has(place) ? inOrder.next().value! : place));
    this.#parts.presence.reorder(itemId, ranked);
    const first = ranked[0]!;
    if (areNew.has(first)) this.#rankWithoutFirst(itemId, entered, sorted);
    else this.#rankBeside(first, itemId, entered, sorted);
  }

  /**
   * Places that a reported move led to go first. A window whose block is gone goes last, because it only shows what fell out of the block.
   */
  #sort(itemId: string, entered: readonly PlaceKey[]): SortedPlaces {
    const sorted: SortedPlaces = { reported: [], others: [], later: [], windows: [] };
    for (const place of entered) sorted[this.#rankOf(itemId, place)].push(place);
    return sorted;
  }

  #rankOf(itemId: string, place: PlaceKey): keyof SortedPlaces {
    if (isLeftoverWindow(place)) return "windows";
    if (this.#parts.firstCopies.isLater(itemId, place)) return "later";
    return this.#parts.firstCopies.isReported(itemId, place) ? "reported" : "others";
  }

  /** No copy is left where the first one was: is it one of those that turned up? */
  #rankWithoutFirst(itemId: string, entered: readonly PlaceKey[], { reported, others, later }: SortedPlaces): void {
    if (others.length === 1 && this.#hasFallen(itemId, others[0]!)) {
      this.#foundFallen(itemId, others[0]!);
      return;
    }
    const left = this.#leftByFirst(itemId);
    // For example, the item went where nobody can look, and what was reported is another copy.
    if (left !== undefined) this.#wentUnseen(itemId, left);
    if (reported.length + others.length > 1) {
      // Machines report nothing: their copy may have been the first to go.
      const mayBeFirst = (place: PlaceKey) => !isOwned(place) || this.#parts.firstCopies.isDoubted(itemId, place);
      const hasStopped = left !== undefined && this.#mayHaveStopped(itemId, left, entered, true);
      if (reported.length !== 1 || others.some(mayBeFirst) || !this.#isFromFirst(itemId, reported[0]!) || hasStopped)
        this.#parts.firstCopies.markUnknown(itemId);
    } else if (reported.length + others.length === 0) {
      if (later.length > 1) this.#parts.firstCopies.markUnknown(itemId);
    } else if (left !== undefined) {
      const isReported = reported.length === 1;
      if (isReported && !this.#origins.isFrom(itemId, reported[0]!, left))
        this.#firstWentTo(itemId, this.#reachedBefore(itemId, left, entered));
      else if (this.#mayHaveStopped(itemId, left, entered, isReported)) this.#parts.firstCopies.markUnknown(itemId);
    }
  }

  /** A copy was at the place already: is it still the first one? */
  #rankBeside(first: PlaceKey, itemId: string, entered: readonly PlaceKey[], { reported }: SortedPlaces): void {
    const { firstCopies, presence } = this.#parts;
    if (reported.length === 1 && this.#origins.isHandedOn(itemId, first))
      firstCopies.setFirstPlace(itemId, reported[0]!);
    else if (!firstCopies.isReported(itemId, first)) {
      const mayPrecede = (place: PlaceKey) =>
        !isLeftoverWindow(place) && this.#origins.mayPrecede(itemId, place, first);
      const doubtful = entered.filter(mayPrecede);
      // A further copy that was seen elsewhere before may have come here from there.
      const wasSingle =
        presence.placesOf(itemId).length - entered.length === 1 && this.#origins.leftPlaceOf(itemId) === undefined;
      if (wasSingle && doubtful.length === 1 && this.#hasFallen(itemId, doubtful[0]!))
        this.#foundFallen(itemId, doubtful[0]!);
      else if (doubtful.length > 0) firstCopies.markUnknown(itemId);
    }
  }

  /** The item that fell out of the block is found: nothing is left in doubt, wherever the copy from the window goes. */
  #foundFallen(itemId: string, place: PlaceKey): void {
    this.#parts.firstCopies.setFirstPlace(itemId, place);
    this.#parts.unseen.forget(itemId);
  }

  /** Places of known copies to which events led from the place that was left. */
  #reachedBefore(itemId: string, left: Left, entered: readonly PlaceKey[]): PlaceKey[] {
    const places = this.#parts.presence.placesOf(itemId);
    return places.filter((place) => !entered.includes(place) && this.#origins.isFrom(itemId, place, left));
  }

  /** The place that the first copy left at this tick end. */
  #leftByFirst(itemId: string): Left | undefined {
    const place = this.#parts.presence.firstPlacesLeft().get(itemId);
    return place === undefined ? (this.#brought.get(itemId) ?? this.#silent.get(itemId)) : { place };
  }

  /** False if the first copy left a place from which no event leads here: what was reported is another copy. */
  #isFromFirst(itemId: string, place: PlaceKey): boolean {
    const left = this.#leftByFirst(itemId);
    return left === undefined || this.#origins.isFrom(itemId, place, left);
  }

  /**
   * True if events led from the place to one where a copy was already: the item may have gone no further. Then what turned up is the copy that
   * was there, or any other.
   */
  #mayHaveStopped(itemId: string, left: Left, entered: readonly PlaceKey[], isReported: boolean): boolean {
    const known = this.#reachedBefore(itemId, left, entered);
    // Another session of the account that shows the item still is not where it went.
    if (isReported) return known.some((place) => accountPlace(place) !== accountPlace(left.place));
    return known.length > 0 && !entered.some((place) => this.#origins.isFrom(itemId, place, left));
  }

  /** What turned up is not the first copy: events led that one to where another one was already. */
  #firstWentTo(itemId: string, known: readonly PlaceKey[]): void {
    if (known.length === 1) this.#parts.firstCopies.setFirstPlace(itemId, known[0]!);
    else this.#parts.firstCopies.markUnknown(itemId);
  }

  /** True if the item lies where it fell out of a block, and every copy known so far came out of that block's window. */
  #hasFallen(itemId: string, place: PlaceKey): boolean {
    if (placeKind(place) !== "ground" || this.#parts.firstCopies.isReported(itemId, place)) return false;
    const block = this.#fellOutOf.get(itemId) ?? this.#silent.get(itemId)?.place;
    return this.#parts.unseen.isFromWindow(itemId) && this.#parts.unseen.mayHaveFallen(itemId, place, block);
  }
}
