import type { PlaceKey } from "../../model/place.ts";
import type { Copy } from "../look.ts";

/** Slots that are remembered for one id. */
const MAX_SLOTS = 64;

interface Slots {
  /** The slots of the copies; the first copy's slot comes first. */
  readonly inOrder: readonly string[];
  /** How many copies were seen before and are out of sight now. A copy that turns up later may be one of them. */
  readonly missing: number;
  /** True if it is unknown which copy is which. */
  readonly isGuess: boolean;
}

/**
 * The slots in which the copies of an id were seen, and their order. Presence does not count the copies within one place. Of two copies in
 * one chest, or on the ground of one chunk, the one seen earlier ranks before the one that came later. If a copy leaves its slot while
 * another turns up, both are the same copy.
 */
export class SeenSlots {
  readonly #slotsOf = new Map<string, Slots>();

  /** `isMoving`: the id turned up at one of these places at this tick end. */
  seen(itemId: string, copies: readonly Copy[], isMoving: boolean): void {
    const now = copies.slice(0, MAX_SLOTS).map(keyOf);
    const before = this.#slotsOf.get(itemId);
    if (before === undefined) {
      // This is the first look that found several, all in one place. If one of them came just now, nobody knows which.
      const isTogether = new Set(copies.map(({ place }) => place)).size === 1;
      this.#slotsOf.set(itemId, { inOrder: now, missing: 0, isGuess: isMoving && isTogether });
      return;
    }
    const [isNow, wasBefore] = [new Set(now), new Set(before.inOrder)];
    const gone = before.inOrder.filter((key) => !isNow.has(key));
    const fresh = now.filter((key) => !wasBefore.has(key));
    const isSuccession = gone.length === 1 && fresh.length === 1 && before.missing === 0;
    const inOrder = isSuccession
      ? before.inOrder.map((key) => (key === gone[0] ? fresh[0]! : key))
      : [...before.inOrder.filter((key) => isNow.has(key)), ...fresh];
    const isAmbiguous = fresh.length > 0 && gone.length + before.missing > 0 && !isSuccession;
    const missing = Math.max(0, before.missing + gone.length - fresh.length);
    this.#slotsOf.set(itemId, { inOrder, missing, isGuess: before.isGuess || isAmbiguous });
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

function keyOf({ place, slot }: Copy): string {
  return `${place} ${slot}`;
}
