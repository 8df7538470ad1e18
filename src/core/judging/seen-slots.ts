import type { Copy } from "../looking/look.ts";
import type { PlaceKey } from "../model/place.ts";

/** Slots that are remembered for one id. */
const MAX_SLOTS = 64;

/**
 * In which slots the copies of an id were seen, and in which order. A place is one to presence, however many copies it holds: of two in
 * one chest, or on the ground of one chunk, the one that was seen in its slot before goes before the one that came to it.
 */
export class SeenSlots {
  readonly #slotsOf = new Map<string, Set<string>>();

  seen(itemId: string, copies: readonly Copy[]): void {
    const slots = this.#slotsOf.get(itemId) ?? new Set();
    for (const copy of copies) if (slots.size < MAX_SLOTS) slots.add(keyOf(copy));
    this.#slotsOf.set(itemId, slots);
  }

  forget(itemId: string): void {
    this.#slotsOf.delete(itemId);
  }

  /** Places stay in their order. */
  inOrder(itemId: string, copies: readonly Copy[]): Copy[] {
    const slots = this.#slotsOf.get(itemId);
    if (slots === undefined) return [...copies];
    const ranks = new Map([...slots].map((key, rank) => [key, rank]));
    const places = new Map<PlaceKey, number>();
    for (const { place } of copies) if (!places.has(place)) places.set(place, places.size);
    const rankOf = (copy: Copy) => ranks.get(keyOf(copy)) ?? slots.size;
    return copies.toSorted((a, b) => places.get(a.place)! - places.get(b.place)! || rankOf(a) - rankOf(b));
  }
}

function keyOf({ place, slot }: Copy): string {
  return `${place} ${slot}`;
}
