import type { PlaceKey } from "../../model/place.ts";
import type { Copy } from "../look.ts";

/** Slots that are remembered for one id. */
const MAX_SLOTS = 64;

interface Slots {
  /** The slots in which the copies are, the first copy's first. */
  readonly inOrder: readonly string[];
  /** Copies that were seen before and are not in sight now: what turns up later may be one of them. */
  readonly missing: number;
  /** True when nobody can say which of the copies is which. */
  readonly isGuess: boolean;
}

/**
 * In which slots the copies of an id were seen, and in which order. A place is one to presence, however many copies it holds: of two in
 * one chest, or on the ground of one chunk, the one that was seen before goes before the one that came to it. A copy that left its slot as
 * another turned up is that other one.
 */
export class SeenSlots {
  readonly #slotsOf = new Map<string, Slots>();

  /** `isMoving`: it turned up at one of these places at this very tick end. */
  seen(itemId: string, copies: readonly Copy[], isMoving: boolean): void {
    const now = copies.slice(0, MAX_SLOTS).map(keyOf);
    const before = this.#slotsOf.get(itemId);
    if (before === undefined) {
      // The first look of all at several in one place: as one came just now, nobody knows which of them.
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

  /** Places stay in their order. */
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
