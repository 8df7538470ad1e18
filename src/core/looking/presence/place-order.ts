import { onlyWaiting } from "../../model/fresh-map.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";

/**
 * The order in which ids turned up at their places, the earliest place first. Only ids at several places have one. A copy that left one
 * place and turned up at another within one tick end is the same copy: it keeps its rank. So does a copy that was seen at the other place
 * and still waits there to be processed.
 */
export class PlaceOrder {
  /** Within one tick end: the rank of the place that a copy left, and the place at which one turned up last. */
  #vacatedRank = new Map<string, number>();
  #latestPlace = new Map<string, PlaceKey>();
  /** For ids that left their earliest place within this tick end and are still at others: the place that they left. */
  #firstLeft = new Map<string, PlaceKey>();
  /** For ids that were at several places when the previous process ended: those places, in the order that was known then. */
  readonly #before = new Map<string, readonly PlaceKey[]>();

  /** Restores the order in which the id turned up at its places before this process started. It holds until the id leaves one of them. */
  load(itemId: string, places: readonly PlaceKey[]): void {
    this.#before.set(itemId, places);
  }

  /** The places in the order known before. Places that were not known then come last. */
  asBefore(itemId: string, places: readonly PlaceKey[]): readonly PlaceKey[] {
    const before = this.#beforeOf(itemId, places);
    if (before === undefined) return places;
    return [...before.filter((place) => places.includes(place)), ...places.filter((place) => !before.includes(place))];
  }

  /** True if the rank of this one of the places is known from before this process started. */
  isKnownBefore(itemId: string, place: PlaceKey, places: readonly PlaceKey[]): boolean {
    return this.#beforeOf(itemId, places)?.includes(accountPlace(place)) === true;
  }

  /** The id turned up at this place as well. Returns all of its places. */
  noteEntered(itemId: string, places: readonly PlaceKey[], place: PlaceKey): readonly PlaceKey[] {
    const vacated = this.#vacatedRank.get(itemId);
    this.#vacatedRank.delete(itemId);
    if (vacated === undefined) this.#latestPlace.set(itemId, place);
    return this.asBefore(itemId, places.toSpliced(vacated ?? places.length, 0, place));
  }

  /** The id left one of several places. Returns the others. */
  noteLeft(itemId: string, places: readonly PlaceKey[], place: PlaceKey): readonly PlaceKey[] {
    const rank = places.indexOf(place);
    const left = places.toSpliced(rank, 1);
    if (rank === 0) this.#firstLeft.set(itemId, place);
    const latest = this.#latestPlace.size > 0 ? this.#latestPlace.get(itemId) : undefined;
    if (latest === undefined || !left.includes(latest)) {
      this.#vacatedRank.set(itemId, rank);
      return left;
    }
    this.#latestPlace.delete(itemId);
    return left.filter((other) => other !== latest).toSpliced(rank, 0, latest);
  }

  /** Moves the places of this account to the front. Copies that leave or turn up later in this tick do not change that. */
  putFirst(itemId: string, places: readonly PlaceKey[], account: PlaceKey): readonly PlaceKey[] {
    this.#vacatedRank.delete(itemId);
    this.#latestPlace.delete(itemId);
    const isThere = (place: PlaceKey) => accountPlace(place) === account;
    const before = this.#before.get(itemId);
    if (before !== undefined) this.#before.set(itemId, [account, ...before.filter((place) => !isThere(place))]);
    return [...places.filter(isThere), ...places.filter((place) => !isThere(place))];
  }

  /** What was known before is no longer so: the id has left one of its places. */
  forgetBefore(itemId: string): void {
    if (this.#before.size > 0) this.#before.delete(itemId);
  }

  /** For ids that left their earliest place within this tick end while they were at others: that place. */
  get firstPlacesLeft(): ReadonlyMap<string, PlaceKey> {
    return this.#firstLeft;
  }

  finishTickEnd(isWaiting: (itemId: string) => boolean): void {
    this.#firstLeft = onlyWaiting(this.#firstLeft, isWaiting);
    this.#vacatedRank = onlyWaiting(this.#vacatedRank, isWaiting);
    this.#latestPlace = onlyWaiting(this.#latestPlace, isWaiting);
  }

  /** Without the copy that was first, the order of the others says nothing about one that turns up elsewhere. */
  #beforeOf(itemId: string, places: readonly PlaceKey[]): readonly PlaceKey[] | undefined {
    const before = this.#before.size > 0 ? this.#before.get(itemId) : undefined;
    return before !== undefined && places.some((place) => accountPlace(place) === before[0]) ? before : undefined;
  }
}
