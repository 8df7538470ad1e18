import type { PlaceKey } from "../../model/place.ts";
import type { Copy } from "../look.ts";

/** Slots that are remembered for one id. */
const MAX_SLOTS = 64;

interface Slots {
  /** The slots of the copies; the first copy's slot comes first. */
  readonly inOrder: readonly string[];
  /** Where the first copy is. */
  readonly firstPlace: PlaceKey;
  /** When they were seen, in the order of all looks and reported moves. */
  readonly moment: number;
  /** How many copies were seen before and are out of sight now. A copy that turns up later may be one of them. */
  readonly missing: number;
  /** True if it is unknown which copy is which. */
  readonly isGuess: boolean;
}

/** The first copy left its slot as another copy turned up, or as several did. Its place still has a copy. */
export interface FirstLeft {
  readonly from: PlaceKey;
  /** Absent if there are several. */
  readonly to: PlaceKey | undefined;
  /** When it was still in its slot, in the order of all looks and reported moves; absent: when this tick began. */
  readonly since?: number;
}

/**
 * The slots in which the copies of an id were seen, and their order. Presence does not count the copies within one place. Of two copies in
 * one chest, or on the ground of one chunk, the one seen earlier ranks before the one that came later. If a copy leaves its slot while
 * another turns up, both are the same copy.
 */
export class SeenSlots {
  readonly #earliestSlot: (itemId: string, place: PlaceKey) => string | undefined;
  readonly #slotsOf = new Map<string, Slots>();

  /** `earliestSlot`: the slot of the copy that was at the place before any other, if known. */
  constructor(earliestSlot: (itemId: string, place: PlaceKey) => string | undefined = () => undefined) {
    this.#earliestSlot = earliestSlot;
  }

  /**
   * `copies`: those at the earliest place first. Says if that place no longer has the first copy, but still has another one. Presence
   * cannot tell the copies of one place apart, and still ranks that place first.
   */
  noteSeen(itemId: string, copies: readonly Copy[], moment = 0): FirstLeft | undefined {
    const before = this.#slotsOf.get(itemId);
    if (before === undefined) {
      this.#slotsOf.set(itemId, this.#firstSight(itemId, copies, moment));
      return undefined;
    }
    const seen = copies.slice(0, MAX_SLOTS);
    const now = seen.map(keyOf);
    const [isNow, wasBefore] = [new Set(now), new Set(before.inOrder)];
    const gone = before.inOrder.filter((key) => !isNow.has(key));
    const fresh = now.filter((key) => !wasBefore.has(key));
    const isSuccession = gone.length === 1 && fresh.length === 1 && before.missing === 0;
    const inOrder = isSuccession
      ? before.inOrder.map((key) => (key === gone[0] ? fresh[0]! : key))
      : [...before.inOrder.filter((key) => isNow.has(key)), ...fresh];
    const isAmbiguous = fresh.length > 0 && gone.length + before.missing > 0 && !isSuccession;
    const missing = Math.max(0, before.missing + gone.length - fresh.length);
    const isGuess = before.isGuess || isAmbiguous;
    const firstPlace = seen.find((copy) => keyOf(copy) === inOrder[0])?.place ?? before.firstPlace;
    this.#slotsOf.set(itemId, { inOrder, firstPlace, moment, missing, isGuess });
    const from = before.firstPlace;
    const isLeft = gone.includes(before.inOrder[0]!) && seen[0]?.place === from && fresh.length > 0;
    if (!isLeft || seen.some((copy) => copy.place === from && fresh.includes(keyOf(copy)))) return undefined;
    return { from, to: isSuccession && !before.isGuess ? firstPlace : undefined, since: before.moment };
  }

  /** If the earliest place has several, one of them was there before, or none. Which one, only a remembered slot tells. */
  #firstSight(itemId: string, copies: readonly Copy[], moment: number): Slots {
    const [{ place }, next] = copies as readonly [Copy, Copy | undefined];
    const isBeside = next?.place === place;
    const slot = isBeside ? this.#earliestSlot(itemId, place) : undefined;
    const isEarliest = (copy: Copy) => copy.place === place && copy.slot === slot;
    const inOrder = [...copies.filter(isEarliest), ...copies.filter((copy) => !isEarliest(copy))];
    const isGuess = isBeside && slot === undefined;
    return { inOrder: inOrder.slice(0, MAX_SLOTS).map(keyOf), firstPlace: place, moment, missing: 0, isGuess };
  }

  forget(itemId: string): void {
    this.#slotsOf.delete(itemId);
  }

  /** True when the order of copies in one place is a guess. */
  isGuess(itemId: string): boolean {
    return this.#slotsOf.get(itemId)?.isGuess === true;
  }

  /** Sorts the copies within each place. The places keep their order. */
  inOrder(itemId: string, copies: readonly Copy[]): Copy[] {
    const slots = this.#slotsOf.get(itemId)?.inOrder;
    if (slots === undefined) return [...copies];
    const ranks = new Map(slots.map((key, rank) => [key, rank]));
    const places = new Map<PlaceKey, number>();
    for (const { place } of copies) if (!places.has(place)) places.set(place, places.size);
    const rankOf = (copy: Copy) => ranks.get(keyOf(copy)) ?? slots.length;
    return copies.toSorted((a, b) => places.get(a.place)! - places.get(b.place)! || rankOf(a) - rankOf(b));
  }
}

/** If two boxes change places in one tick, their contents are in the same slots as before. */
function keyOf({ place, slot, boxId }: Copy): string {
  return `${place} ${slot} ${boxId}`;
}
