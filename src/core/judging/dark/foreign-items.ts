import { isOwned, type PlaceKey } from "../../model/place.ts";

/** Ids that are remembered; of more than these the first ones are forgotten. */
const MOST_IDS = 4096;

/**
 * Items that went dark here while another server had custody of them. What is on record says nothing of the place at which they are; only this
 * process knows of it, until they come to light again.
 */
export class ForeignItems {
  readonly #placeOf = new Map<string, PlaceKey>();

  /** What is a player's own goes with its player, and may come back by other ways. */
  wentDark(itemId: string, place: PlaceKey): void {
    if (isOwned(place)) return;
    this.#placeOf.delete(itemId);
    this.#placeOf.set(itemId, place);
    if (this.#placeOf.size <= MOST_IDS) return;
    const [first] = this.#placeOf.keys();
    this.#placeOf.delete(first!);
  }

  /** Where the item went dark. */
  placeOf(itemId: string): PlaceKey | undefined {
    return this.#placeOf.get(itemId);
  }

  forget(itemId: string): void {
    this.#placeOf.delete(itemId);
  }
}
