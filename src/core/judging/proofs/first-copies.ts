import type { Presence } from "../../looking/presence/presence.ts";
import type { UnseenMoves } from "../../looking/unseen-moves.ts";
import { freshMap, freshSet } from "../../model/fresh-map.ts";
import { accountPlace, isLeftoverWindow, isOwned, type PlaceKey } from "../../model/place.ts";
import type { CopyMoves } from "../custody/copy-moves.ts";

/** The rank of one of several copies: it was there first, it turned up later, or nobody can tell. */
export type Standing = "first" | "later" | "unknown";

const MOST_TELLING_FIRST = ["first", "unknown", "later"] as const;

/**
 * Which copy other places have; if there are several, the standing that says most. `isThere` is asked until one place has it: a cheat may
 * make hundreds of copies, and each of them asks about all others.
 */
export function standingAmong<Copy>(
  byPlace: ReadonlyMap<PlaceKey, Copy>,
  standingOf: (copy: Copy) => Standing,
  isThere: (place: PlaceKey) => boolean,
): Standing | undefined {
  return MOST_TELLING_FIRST.find((standing) => {
    for (const [place, copy] of byPlace) if (standingOf(copy) === standing && isThere(place)) return true;
    return false;
  });
}

/** What was not known about how a copy got where it turned up. It is noted at that moment, because later looks change what is known. */
export interface ArrivalDoubt {
  /** True if nobody knows which copy was first; or the id moved without an event before, and this may be where it was all the time. */
  readonly isFirst: boolean;
  /** This copy may also be the first if the other came to its place after this moment, in the order of all looks and reported moves. */
  readonly ifOtherCameAfter: number;
}

interface FirstCopiesParts {
  readonly presence: Presence;
  readonly unseen: UnseenMoves;
  readonly moves: Pick<CopyMoves, "hasComeSince">;
  readonly onUnknown: (itemId: string) => void;
}

/**
 * Knows which of several copies was there first: the one that every look found in its place, or that a reported move led to. Presence has
 * the places in that order; this class knows whether the order is certain or a guess. `CopyRanking` finds it out at each tick end.
 */
export class FirstCopies {
  readonly #parts: FirstCopiesParts;
  /** Ids at several places for which nobody can say which copy was there first. */
  readonly #unknown = new Set<string>();
  /** Ids for which the previous process could not say it either, until one copy is left. */
  readonly #unknownBefore = new Set<string>();
  /** All ids for which the previous process could not say it, also those for which it was found out since. */
  readonly #wereUnknown = new Set<string>();
  /** Arrivals of this tick end that an event reported; the key is id and place. */
  #reported = new Set<string>();
  // The next three hold for this tick end; if the store is asked about the id, until it has answered.
  /** Places of copies that cannot be the first. */
  readonly #later = new Map<string, Set<PlaceKey>>();
  /** The place where the item was first, for ids for which that was found out. */
  readonly #firstAt = new Map<string, PlaceKey>();
  /** The dark place that held the first copy, for ids for which it came back without. */
  readonly #leftDark = new Map<string, PlaceKey>();
  /** Arrivals of this tick end in a block that was placed in this tick; the key is id and place. */
  #placed = new Set<string>();
  /** Arrivals of this tick end at a place that was dark, and when the place was known to be without the id; the key is id and place. */
  #withoutAt = new Map<string, number>();
  /** For ids whose first copy is unknown: the place that one of the copies was seen to leave at this tick end. */
  #unknownLeft = new Map<string, PlaceKey>();

  constructor(parts: FirstCopiesParts) {
    this.#parts = parts;
  }

  isKnown(itemId: string): boolean {
    return !this.#unknown.has(itemId) && !this.#unknownBefore.has(itemId);
  }

  /** The previous process could not say either which copy was first. */
  markUnknownBefore(itemId: string): void {
    this.#unknownBefore.add(itemId);
    this.#wereUnknown.add(itemId);
  }

  /** True if the previous process could not say it, and left claims on the places of the copies. */
  wasUnknownBefore(itemId: string): boolean {
    return this.#wereUnknown.has(itemId);
  }

  /** There is one copy, and none in the dark. It counts as the item, unless another turns up before every place was looked at. */
  noteSingle(itemId: string): void {
    if (this.#unknownBefore.delete(itemId)) this.#parts.unseen.add(itemId, undefined);
  }

  standingOf(itemId: string, place: PlaceKey): Standing {
    // Of two copies, one that cannot be the first is the later one, whatever else is still unknown.
    if (this.#parts.presence.placesOf(itemId).length === 2 && this.isLater(itemId, place)) return "later";
    if (!this.isKnown(itemId)) return "unknown";
    return accountPlace(this.#parts.presence.placesOf(itemId)[0]!) === accountPlace(place) ? "first" : "later";
  }

  /** The place where the item was first, if that was found out since the store was asked about it. */
  firstPlaceFound(itemId: string): PlaceKey | undefined {
    return this.#firstAt.get(itemId);
  }

  /** The standing of the copy that the store has at a dark place, after another copy turned up with this doubt. */
  standingOfDark(itemId: string, dark: PlaceKey, { isFirst, ifOtherCameAfter }: ArrivalDoubt): Standing {
    if (this.isLater(itemId, dark)) return "later";
    // The one in sight was claimed, and came back from the dark: custody has gone with the other one meanwhile.
    const first = this.#firstAt.get(itemId);
    if (first !== undefined && first !== accountPlace(dark)) return "later";
    return isFirst || this.#parts.moves.hasComeSince(itemId, dark, ifOtherCameAfter) ? "unknown" : "first";
  }

  /** Says whether the copy that turned up at this place now may have been there before any other. */
  doubtAbout(itemId: string, place: PlaceKey): ArrivalDoubt {
    // A machine may have taken it before the reported player did, and put it here, where nobody has looked since. Or it was here before the
    // id was known at all.
    const isPlaced = this.#placed.size > 0 && this.#placed.has(`${itemId} ${place}`);
    const isByMachine = !isOwned(place) && !isPlaced && !this.isReported(itemId, place);
    const lookedAt = this.#withoutAt.get(`${itemId} ${place}`) ?? this.#parts.unseen.places.wholeSince;
    const ifOtherCameAfter = isByMachine ? lookedAt : Number.POSITIVE_INFINITY;
    return { isFirst: !this.isKnown(itemId) || this.isDoubted(itemId, place), ifOtherCameAfter };
  }

  /** Nothing leaves a dark place: a copy that it held then and holds now keeps its standing. */
  keepStanding(itemId: string, place: PlaceKey, standing: Standing): void {
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
  noteCopyLeft(itemId: string, place: PlaceKey): void {
    const account = accountPlace(place);
    this.#later.get(itemId)?.delete(account);
    if (this.#firstAt.get(itemId) === account) this.#firstAt.delete(itemId);
  }

  /** The id is at a place that was dark and that no pass came to. It was not there at this moment, by the last look that says so. */
  noteWithoutAt(itemId: string, place: PlaceKey, moment: number): void {
    this.#withoutAt.set(`${itemId} ${place}`, moment);
  }

  /**
   * A copy that may be the first was at a place that was broken in this tick, or came back from the dark without it. It may be any copy
   * that turned up since, or turns up later.
   */
  noteOutOfSight(itemId: string, place: PlaceKey): void {
    this.#parts.unseen.add(itemId, place);
    this.markUnknown(itemId);
  }

  /** The first copy was in this dark place, which is back without it. What the store has on record may be another copy by now. */
  noteLeftDark(itemId: string, place: PlaceKey): void {
    this.#leftDark.set(itemId, place);
    this.noteOutOfSight(itemId, place);
  }

  /** The dark place that the first copy has left, if it did since the store was asked about the id. */
  darkPlaceLeft(itemId: string): PlaceKey | undefined {
    return this.#leftDark.get(itemId);
  }

  /** A copy turned up in a block that was placed in this tick: it cannot have been there before. */
  noteInPlacedBlock(itemId: string, place: PlaceKey): void {
    this.#placed.add(`${itemId} ${place}`);
  }

  /** An event of this tick said that the id went to the place, by itself or in its box. */
  noteReported(itemId: string, place: PlaceKey): void {
    this.#reported.add(`${itemId} ${place}`);
  }

  /** Looks before and after, or the store, say that the item was here before any other copy was seen. */
  setFirstPlace(itemId: string, place: PlaceKey): void {
    this.#firstAt.set(itemId, accountPlace(place));
    this.#parts.presence.putFirst(itemId, accountPlace(place));
    this.#later.get(itemId)?.delete(accountPlace(place));
    this.#unknown.delete(itemId);
  }

  /** Nothing tells which copy was first, unless all copies but one are known to be later ones. */
  markUnknown(itemId: string): void {
    if (!this.#parts.presence.isAtSeveral(itemId) || this.#unknown.has(itemId) || this.putLaterLast(itemId)) return;
    this.#unknown.add(itemId);
    this.#parts.onUnknown(itemId);
  }

  /** The item is where nobody looks, or nobody can say which copy it is, or ever will. */
  markUnknownForGood(itemId: string): void {
    this.#parts.unseen.addForGood(itemId);
    this.markUnknown(itemId);
  }

  /** If all copies but one are known to be later ones, that one was first. Returns false otherwise. */
  putLaterLast(itemId: string): boolean {
    const [first, ...others] = this.#parts.presence
      .placesOf(itemId)
      .filter((place) => !isLeftoverWindow(place) && !this.isLater(itemId, place));
    if (first === undefined || others.length > 0) return false;
    this.setFirstPlace(itemId, first);
    return true;
  }

  /** The id has left the place, and is still at others. */
  onItemLeft(itemId: string, place: PlaceKey): void {
    if (this.#unknown.has(itemId)) this.#unknownLeft.set(itemId, place);
  }

  /** What was found out about an id stays known while the store is asked about it (`isAsked`). */
  finishTickEnd(isAsked: (itemId: string) => boolean): void {
    for (const itemId of this.#unknown) if (!this.#parts.presence.isAtSeveral(itemId)) this.#becameSingle(itemId);
    this.#unknownLeft = freshMap(this.#unknownLeft);
    this.#reported = freshSet(this.#reported);
    for (const known of [this.#later, this.#firstAt, this.#leftDark])
      for (const itemId of known.keys()) if (!isAsked(itemId)) known.delete(itemId);
    this.#placed = freshSet(this.#placed);
    this.#withoutAt = freshMap(this.#withoutAt);
  }

  /** The remaining copy counts as the item, unless the other turns up again: that one may have been the first. */
  #becameSingle(itemId: string): void {
    this.#unknown.delete(itemId);
    const left = this.#unknownLeft.get(itemId);
    if (left !== undefined) this.#parts.unseen.add(itemId, left);
  }

  /** True if the id moved without an event before, and this may be the place where it was all the time. */
  isDoubted(itemId: string, place: PlaceKey): boolean {
    if (this.isLater(itemId, place)) return false;
    return this.#parts.unseen.mayPrecede(itemId, place, this.#withoutAt.get(`${itemId} ${place}`));
  }

  /** True if the copy at the place is known not to be the first. */
  isLater(itemId: string, place: PlaceKey): boolean {
    return this.#later.size > 0 && this.#later.get(itemId)?.has(accountPlace(place)) === true;
  }

  /** True if an event of this tick said that the id went to the place. */
  isReported(itemId: string, place: PlaceKey): boolean {
    return this.#reported.size > 0 && this.#reported.has(`${itemId} ${place}`);
  }
}
