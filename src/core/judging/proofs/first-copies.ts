import type { Presence } from "../../looking/presence/presence.ts";
import type { UnseenMoves } from "../../looking/unseen-moves.ts";
import { freshMap, freshSet } from "../../model/fresh-map.ts";
import { accountPlace, isOwned, type PlaceKey, placeKind } from "../../model/place.ts";

/** The rank of one of several copies: it was there first, it turned up later, or nobody can tell. */
export type Standing = "first" | "later" | "unknown";

/** What was not known about how a copy got where it turned up. It is noted at that moment, because later looks change what is known. */
export interface ArrivalDoubt {
  /** True if nobody knows which copy was first; or the id moved without an event before, and this may be where it was all the time. */
  readonly isFirst: boolean;
  /** This copy may also be the first if the other came to its place after this moment, in the order of all looks and reported moves. */
  readonly ifOtherCameAfter: number;
}

/**
 * Knows which of several copies was there first: the one that every look found in its place, or that a reported move led to. Presence has
 * the places in that order; this class knows whether the order is certain or a guess.
 */
export class FirstCopies {
  readonly #presence: Presence;
  readonly #unseen: UnseenMoves;
  readonly #cameAt: (itemId: string, place: PlaceKey) => number;
  readonly #isTouched: (itemId: string, place: PlaceKey) => boolean;
  readonly #olderSessions: (place: PlaceKey) => readonly PlaceKey[];
  readonly #onUnknown: (itemId: string) => void;
  readonly #isWaiting: (itemId: string) => boolean;
  readonly #wentInBox: (itemId: string, from: PlaceKey, to: PlaceKey) => boolean;
  readonly #isByWindow: (itemId: string, place: PlaceKey) => boolean;
  readonly #leads: (itemId: string, from: PlaceKey, to: PlaceKey) => boolean;
  readonly #isMovedByTwo: (itemId: string, place: PlaceKey) => boolean;
  readonly #onExchanged: (itemId: string, place: PlaceKey) => void;
  /** Ids at several places for which nobody can say which copy was there first. */
  readonly #unknown = new Set<string>();
  readonly #unknownBefore = new Set<string>();
  /** Arrivals of this tick end that an event reported; the key is id and place. */
  #reported = new Set<string>();
  /** Records at which copies turned up that cannot be the first, at this tick end or since the store was asked about the id. */
  readonly #later = new Map<string, Set<PlaceKey>>();
  /** For ids whose first place was found out at this tick end, or since the store was asked about the id: that place. */
  readonly #firstAt = new Map<string, PlaceKey>();
  /** Arrivals of this tick end in a block that was placed in this tick; the key is the same. */
  #placed = new Set<string>();
  /** Arrivals of this tick end at a place that was dark, and when the place was known to be without the id; the key is the same. */
  #withoutAt = new Map<string, number>();
  /** Ids that turned up at this tick end without an event, and the place that each was seen to leave. */
  #silent = new Map<string, PlaceKey>();
  /** Ids that came out of a window at this tick end while no other copy was in sight. */
  #outOfWindow = new Set<string>();
  /** Ids that fell out of a block which was broken in this tick, and the block. */
  #fellOutOf = new Map<string, PlaceKey>();
  /** For ids whose first copy is unknown: the place that one of the copies was seen to leave at this tick end. */
  #unknownLeft = new Map<string, PlaceKey>();

  #isSettled = false;
  #isAsked: (itemId: string) => boolean = () => false;
  #leftPlaceOf: (itemId: string) => PlaceKey | undefined = () => undefined;

  constructor(parts: {
    presence: Presence;
    unseen: UnseenMoves;
    /** When the id was last reported to go to or from the place, or first seen at all, in the order of all looks and reported moves. */
    cameAt: (itemId: string, place: PlaceKey) => number;
    /** True when an event of this tick said that the id went to or from the place. */
    isTouched: (itemId: string, place: PlaceKey) => boolean;
    onUnknown: (itemId: string) => void;
    /** The own places of the account's older sessions that are still served beside the one at this place. */
    olderSessions?: (place: PlaceKey) => readonly PlaceKey[];
    /** True if a copy was seen somewhere and has not been processed yet. */
    isWaiting?: (itemId: string) => boolean;
    /** True if an event of this tick said that the box around the copy at `to` came from `from`, whose own copy is not in that box. */
    wentInBox?: (itemId: string, from: PlaceKey, to: PlaceKey) => boolean;
    /** True when an event of this tick said that it went between the place and a window whose block is gone. */
    isByWindow?: (itemId: string, place: PlaceKey) => boolean;
    /** True if events of this tick lead from one place to the other, directly or with stops between. */
    leads?: (itemId: string, from: PlaceKey, to: PlaceKey) => boolean;
    /** True if events of this tick said that two players moved the id to or from the place. */
    isMovedByTwo?: (itemId: string, place: PlaceKey) => boolean;
    /** While the store is asked about the id: the copy at the place may have gone in this tick, and another one come. */
    onExchanged?: (itemId: string, place: PlaceKey) => void;
  }) {
    this.#presence = parts.presence;
    this.#unseen = parts.unseen;
    this.#cameAt = parts.cameAt;
    this.#isTouched = parts.isTouched;
    this.#onUnknown = parts.onUnknown;
    this.#olderSessions = parts.olderSessions ?? (() => []);
    this.#isWaiting = parts.isWaiting ?? (() => false);
    this.#wentInBox = parts.wentInBox ?? (() => false);
    this.#isByWindow = parts.isByWindow ?? (() => false);
    this.#leads = parts.leads ?? (() => false);
    this.#isMovedByTwo = parts.isMovedByTwo ?? (() => false);
    this.#onExchanged = parts.onExchanged ?? (() => undefined);
  }

  isKnown(itemId: string): boolean {
    return !this.#unknown.has(itemId) && !this.#unknownBefore.has(itemId);
  }

  /** The previous process could not say either which copy was first. */
  markUnknownBefore(itemId: string): void {
    this.#unknownBefore.add(itemId);
  }

  /** There is one copy, and none in the dark. It counts as the item, unless another turns up before every place was looked at. */
  sawOne(itemId: string): void {
    if (this.#unknownBefore.delete(itemId)) this.#unseen.add(itemId, undefined);
  }

  standingOf(itemId: string, place: PlaceKey): Standing {
    // Of two copies, one that cannot be the first is the later one, whatever else is still unknown.
    if (this.#presence.placesOf(itemId).length === 2 && this.#isLater(itemId, place)) return "later";
    if (!this.isKnown(itemId)) return "unknown";
    return accountPlace(this.#presence.placesOf(itemId)[0]!) === accountPlace(place) ? "first" : "later";
  }

  /** The place where the item was first, if that was found out since the store was asked about it. */
  firstFoundOut(itemId: string): PlaceKey | undefined {
    return this.#firstAt.get(itemId);
  }

  /** The same for the copy that the store has at a dark place, after another copy turned up with this doubt. */
  standingOfDark(itemId: string, dark: PlaceKey, { isFirst, ifOtherCameAfter }: ArrivalDoubt): Standing {
    if (this.#isLater(itemId, dark)) return "later";
    // The one in sight was claimed, and came back from the dark: custody has gone with the other one meanwhile.
    const first = this.#firstAt.get(itemId);
    if (first !== undefined && first !== accountPlace(dark)) return "later";
    return isFirst || this.#cameAt(itemId, dark) > ifOtherCameAfter ? "unknown" : "first";
  }

  /** Says whether the copy that turned up at this place now may have been there before any other. */
  doubtAbout(itemId: string, place: PlaceKey): ArrivalDoubt {
    // A machine may have taken it before the reported player did, and put it here, where nobody has looked since. Or it was here before the
    // id was known at all.
    const isPlaced = this.#placed.size > 0 && this.#placed.has(`${itemId} ${place}`);
    const isByMachine = !isOwned(place) && !isPlaced && !this.#isReported(itemId, place);
    const lookedAt = this.#withoutAt.get(`${itemId} ${place}`) ?? this.#unseen.places.wholeSince;
    const ifOtherCameAfter = isByMachine ? lookedAt : Number.POSITIVE_INFINITY;
    return { isFirst: !this.isKnown(itemId) || this.#isDoubted(itemId, place), ifOtherCameAfter };
  }

  /** Nothing leaves a dark place: a copy that it held then and holds now keeps its standing. */
  cameBack(itemId: string, place: PlaceKey, standing: Standing): void {
    if (standing === "first") this.setFirstPlace(itemId, place);
    else if (standing === "unknown") this.markUnknown(itemId);
    else this.markLater(itemId, place);
  }

  /**
   * The copy at this place cannot be the first. Either it was a later one when the place went dark. Or it came out of a window whose block
   * is gone, which only shows what fell out of the block.
   */
  markLater(itemId: string, place: PlaceKey): void {
    const places = this.#later.get(itemId);
    if (places === undefined) this.#later.set(itemId, new Set([accountPlace(place)]));
    else places.add(accountPlace(place));
  }

  /** The copy at this place has left: the next one that comes there may be another. */
  copyLeft(itemId: string, place: PlaceKey): void {
    const account = accountPlace(place);
    this.#later.get(itemId)?.delete(account);
    if (this.#firstAt.get(itemId) === account) this.#firstAt.delete(itemId);
  }

  /** The id is at a place that was dark and that no pass came to. It was not there at this moment, by the last look that says so. */
  wasWithoutAt(itemId: string, place: PlaceKey, moment: number): void {
    this.#withoutAt.set(`${itemId} ${place}`, moment);
  }

  /** The only copy in sight came out of a window whose block is gone: the item that fell out of that block is still to be found. */
  cameOutOfWindow(itemId: string, block: PlaceKey): void {
    this.#outOfWindow.add(itemId);
    this.#unseen.add(itemId, block, true);
  }

  /**
   * The same while another copy is in sight. If that one lies where the block's contents fell, it is the item that fell: it went no other
   * way.
   */
  cameOutBeside(itemId: string, place: PlaceKey): void {
    const [other, ...more] = this.#presence.placesOf(itemId).filter((known) => known !== place && isReal(known));
    if (other === undefined || more.length > 0 || placeKind(other) !== "ground") return;
    if (this.#unseen.mayHaveFallen(itemId, other)) this.#unseen.forget(itemId);
  }

  /** The item lies where a block that held a copy until this tick was broken: it is that copy. */
  fellOut(itemId: string, ground: PlaceKey, block: PlaceKey, standing: Standing | undefined): void {
    this.#fellOutOf.set(itemId, block);
    if (standing !== undefined) this.cameBack(itemId, accountPlace(ground), standing);
  }

  /**
   * A copy that may be the first was at a place that was broken in this tick, or came back from the dark without it. It may be any copy
   * that turned up since, or turns up later.
   */
  lostSight(itemId: string, place: PlaceKey): void {
    this.#unseen.add(itemId, place);
    this.markUnknown(itemId);
  }

  /** The item left the place `from`, and no event said that it went where it turned up. A move of another copy may have been reported. */
  wentSilently(itemId: string, from: PlaceKey): void {
    if (this.#isSettled) this.#wentUnseen(itemId, from);
    else this.#silent.set(itemId, from);
  }

  /** A copy turned up while another was in sight. If the tick end was already settled, it is ranked at once. */
  turnedUp(itemId: string): void {
    if (this.#isSettled) this.#rankEntered(itemId, this.#presence.enteredBy(itemId));
  }

  /** A copy turned up in a block that was placed in this tick: it cannot have been there before. */
  turnedUpInPlaced(itemId: string, place: PlaceKey): void {
    this.#placed.add(`${itemId} ${place}`);
  }

  /** An event of this tick said that the id went to the place, by itself or in its box. */
  reported(itemId: string, place: PlaceKey): void {
    this.#reported.add(`${itemId} ${place}`);
  }

  /** Looks before and after, or the store, say that the item was here before any other copy was seen. */
  setFirstPlace(itemId: string, place: PlaceKey): void {
    this.#firstAt.set(itemId, accountPlace(place));
    this.#presence.putFirst(itemId, accountPlace(place));
    this.#later.get(itemId)?.delete(accountPlace(place));
    this.#unknown.delete(itemId);
  }

  /** Nothing tells which copy was first, unless all copies but one are known to be later ones. */
  markUnknown(itemId: string): void {
    if (!this.#presence.isAtSeveral(itemId) || this.#unknown.has(itemId)) return;
    const candidates = this.#presence
      .placesOf(itemId)
      .filter((place) => isReal(place) && !this.#isLater(itemId, place));
    if (candidates.length === 1) {
      this.setFirstPlace(itemId, candidates[0]!);
      return;
    }
    this.#unknown.add(itemId);
    this.#onUnknown(itemId);
  }

  /**
   * Called once a tick end has looked. `leftPlaceOf`: the place that the id left at this tick end while it was at another. `isAsked`: true
   * if the store will say where it was.
   */
  rankArrivals(leftPlaceOf: (itemId: string) => PlaceKey | undefined, isAsked: (itemId: string) => boolean): void {
    // Finding out more about one id takes more looks. From here on, whatever they bring to light is ranked at once.
    this.#isSettled = true;
    this.#isAsked = isAsked;
    this.#leftPlaceOf = leftPlaceOf;
    for (const [itemId, from] of this.#silent) this.#wentUnseen(itemId, from);
    for (const [itemId, entered] of this.#presence.entered()) {
      const places = this.#presence.placesOf(itemId);
      if (places.length === 1) {
        // An id that moved on silently or out of a window in this tick was last at the place noted then: the broken block, for example.
        const isTold = this.#silent.has(itemId) || this.#outOfWindow.has(itemId);
        const left = isTold ? undefined : leftPlaceOf(itemId);
        if (entered.length === 1 && left && !this.#isReported(itemId, places[0]!)) this.#wentUnseen(itemId, left);
      } else this.#rankEntered(itemId, entered);
    }
    for (const [itemId, place] of this.#presence.firstLeft())
      if (!this.#presence.hasEntered(itemId) && !this.#isWaiting(itemId)) this.#firstIsGone(itemId, place);
  }

  /**
   * The id has left the place, and is still at others. If it was at that place first, and this comes to light only after the tick end was
   * settled, the ranks were given too early.
   */
  onItemLeft(itemId: string, place: PlaceKey): void {
    if (this.#unknown.has(itemId)) this.#unknownLeft.set(itemId, place);
    if (!this.#isSettled || this.#isWaiting(itemId)) return;
    if (this.#presence.firstLeft().get(itemId) === place) this.#firstIsGone(itemId, place);
  }

  finishTickEnd(): void {
    this.#isSettled = false;
    for (const itemId of this.#unknown) if (!this.#presence.isAtSeveral(itemId)) this.#becameSingle(itemId);
    this.#unknownLeft = freshMap(this.#unknownLeft);
    this.#fellOutOf = freshMap(this.#fellOutOf);
    this.#unseen.finishTickEnd();
    this.#reported = freshSet(this.#reported);
    for (const known of [this.#later, this.#firstAt])
      for (const itemId of known.keys()) if (!this.#isAsked(itemId)) known.delete(itemId);
    this.#placed = freshSet(this.#placed);
    this.#withoutAt = freshMap(this.#withoutAt);
    this.#silent = freshMap(this.#silent);
    this.#outOfWindow = freshSet(this.#outOfWindow);
  }

  /** The remaining copy counts as the item, unless the other turns up again: that one may have been the first. */
  #becameSingle(itemId: string): void {
    this.#unknown.delete(itemId);
    const left = this.#unknownLeft.get(itemId);
    if (left !== undefined) this.#unseen.add(itemId, left);
  }

  #wentUnseen(itemId: string, from: PlaceKey): void {
    const places = this.#presence.placesOf(itemId);
    // Going from one session of an account to the next is not a move.
    const isKnown = (place: PlaceKey) => this.#isReported(itemId, place) || accountPlace(place) === accountPlace(from);
    if (!places.some(isKnown)) this.#unseen.add(itemId, from);
  }

  #rankEntered(itemId: string, entered: readonly PlaceKey[]): void {
    const places = this.#presence.placesOf(itemId);
    if (places.length < 2 || this.#presence.hasOrderBefore(itemId)) return;
    const isExchanged = (place: PlaceKey) => !entered.includes(place) && this.#mayBeAnother(itemId, place);
    if (this.#isAsked(itemId)) {
      for (const place of places.filter(isExchanged)) this.#onExchanged(itemId, place);
      return;
    }
    const first = this.#firstAt.get(itemId);
    // For example, it came back from the dark while a move of the other copy was reported.
    if (first !== undefined && places.some((place) => accountPlace(place) === first))
      this.#presence.putFirst(itemId, first);
    else {
      this.#rank(itemId, places, entered);
      if (places.some(isExchanged)) this.markUnknown(itemId);
    }
  }

  /**
   * True if the copy that the place had before this tick may have gone, and another one come in its stead: two players moved the id to or
   * from the place, or one did while a copy left another place without a word.
   */
  #mayBeAnother(itemId: string, place: PlaceKey): boolean {
    if (this.#isMovedByTwo(itemId, place)) return true;
    const left = this.#leftPlaceOf(itemId);
    if (left === undefined || left === place || !this.#isTouched(itemId, place)) return false;
    return !this.#presence.placesOf(itemId).some((other) => this.#leads(itemId, left, other));
  }

  /** The first copy is gone from its place, and no event says where it went: it may be any copy that turned up since. */
  #firstIsGone(itemId: string, place: PlaceKey): void {
    const places = this.#presence.placesOf(itemId);
    if (places.some((other) => this.#isReported(itemId, other))) {
      // The ranks were given while the first copy still seemed to be there.
      this.#rankEntered(itemId, this.#presence.enteredBy(itemId));
      return;
    }
    // Another session of the same account still has it.
    if (places.some((other) => accountPlace(other) === accountPlace(place)))
      this.#presence.putFirst(itemId, accountPlace(place));
    else if (places.length > 1) this.markUnknown(itemId);
    else if (places.length === 0 || !this.#isLater(itemId, places[0]!)) this.#unseen.add(itemId, place);
  }

  /**
   * Ranks the places at which the id turned up at this tick end: places that a reported move led to go first. A window whose block is gone
   * goes last, because it only shows what fell out of the block.
   */
  #rank(itemId: string, places: readonly PlaceKey[], entered: readonly PlaceKey[]): void {
    const later = entered.filter((place) => isReal(place) && this.#isLater(itemId, place));
    const isReported = (place: PlaceKey) => this.#isReported(itemId, place) && !later.includes(place);
    const reported = entered.filter((place) => isReal(place) && isReported(place));
    const others = entered.filter((place) => isReal(place) && !reported.includes(place) && !later.includes(place));
    const inOrder = [...reported, ...others, ...later, ...entered.filter((place) => !isReal(place))].values();
    const ranked = places.map((place) => (entered.includes(place) ? inOrder.next().value! : place));
    this.#presence.reorder(itemId, ranked);
    const isFirstNew = entered.includes(ranked[0]!);
    // The item that fell out of the block is found: nothing is left in doubt, wherever the copy from the window goes.
    if (isFirstNew && others.length === 1 && this.#hasFallen(itemId, others[0]!)) {
      this.setFirstPlace(itemId, others[0]!);
      this.#unseen.forget(itemId);
    } else if (isFirstNew && reported.length + others.length > 1) {
      // Machines report nothing: their copy may have been the first to go.
      const mayBeFirst = (place: PlaceKey) => !isOwned(place) || this.#isDoubted(itemId, place);
      if (reported.length !== 1 || others.some(mayBeFirst) || !this.#isFromFirst(itemId, reported[0]!))
        this.markUnknown(itemId);
    } else if (isFirstNew && reported.length + others.length === 0 && later.length > 1) this.markUnknown(itemId);
    else if (!isFirstNew && reported.length === 1 && this.#isHandedOn(itemId, ranked[0]!))
      this.setFirstPlace(itemId, reported[0]!);
    else if (!isFirstNew && !this.#isReported(itemId, ranked[0]!)) {
      const doubtful = entered.filter((place) => isReal(place) && this.#mayPrecede(itemId, place, ranked[0]!));
      const [fallen] = doubtful;
      // A further copy that was seen elsewhere before may have come here from there.
      const wasSingle = places.length - entered.length === 1 && this.#leftPlaceOf(itemId) === undefined;
      if (wasSingle && doubtful.length === 1 && this.#hasFallen(itemId, fallen!)) {
        this.setFirstPlace(itemId, fallen!);
        this.#unseen.forget(itemId);
      } else if (doubtful.length > 0) this.markUnknown(itemId);
    }
  }

  /**
   * True if the item was handed on out of an older session of the account that has it at the `known` place. Both sessions showed one item:
   * the one handed on is the item, and the one that the account still shows is the copy. The receiver has done nothing.
   */
  #isHandedOn(itemId: string, known: PlaceKey): boolean {
    const older = this.#olderSessions(known);
    return older.some((place) => !this.#presence.isAt(itemId, place) && this.#isTouched(itemId, place));
  }

  /** False if the first copy left a place from which no event leads here: what was reported is another copy. */
  #isFromFirst(itemId: string, place: PlaceKey): boolean {
    const left = this.#presence.firstLeft().get(itemId);
    return left === undefined || accountPlace(left) === accountPlace(place) || this.#leads(itemId, left, place);
  }

  /** True if the copy that turned up at this place may have been there before the copy at the `known` place. */
  #mayPrecede(itemId: string, place: PlaceKey, known: PlaceKey): boolean {
    if (this.#isLater(itemId, place)) return false;
    // It may have been in the box, and the copy that is still there was taken out of the box or lay beside it: nobody remembers which.
    if (this.#wentInBox(itemId, known, place)) return true;
    // A copy that is reported to come from the known place was there. The copy that is still there stayed, or has come meanwhile.
    if (this.#isReported(itemId, place) && this.#leads(itemId, known, place)) return this.#hasOtherCome(itemId, known);
    const { isFirst, ifOtherCameAfter } = this.doubtAbout(itemId, place);
    if (isFirst || ifOtherCameAfter === Number.POSITIVE_INFINITY) return isFirst;
    return this.#cameAt(itemId, known) > ifOtherCameAfter;
  }

  /** True if an event of this tick said that another copy came to the place: out of a window, or from a place that it was seen to leave. */
  #hasOtherCome(itemId: string, place: PlaceKey): boolean {
    if (this.#isByWindow(itemId, place)) return true;
    const left = this.#leftPlaceOf(itemId);
    return left !== undefined && left !== place && this.#leads(itemId, left, place);
  }

  /** True if the item lies where it fell out of a block, and every copy known so far came out of that block's window. */
  #hasFallen(itemId: string, place: PlaceKey): boolean {
    if (placeKind(place) !== "ground" || this.#isReported(itemId, place)) return false;
    const block = this.#fellOutOf.get(itemId) ?? this.#silent.get(itemId);
    return this.#unseen.isFromWindow(itemId) && this.#unseen.mayHaveFallen(itemId, place, block);
  }

  /** True if the id moved without an event before, and this may be the place where it was all the time. */
  #isDoubted(itemId: string, place: PlaceKey): boolean {
    if (this.#isLater(itemId, place)) return false;
    return this.#unseen.mayPrecede(itemId, place, this.#withoutAt.get(`${itemId} ${place}`));
  }

  #isLater(itemId: string, place: PlaceKey): boolean {
    return this.#later.size > 0 && this.#later.get(itemId)?.has(accountPlace(place)) === true;
  }

  #isReported(itemId: string, place: PlaceKey): boolean {
    return this.#reported.size > 0 && this.#reported.has(`${itemId} ${place}`);
  }
}

/** False for a window whose block is gone: it only shows what fell out of the block. */
function isReal(place: PlaceKey): boolean {
  return placeKind(place) !== "window";
}
