import { isOwned, type PlaceKey } from "../../model/place.ts";

/** Ids that are remembered; beyond this number the first ones are forgotten. */
const MAX_IDS = 4096;

/**
 * Items that went dark here while another server had custody of them. The record does not name the place where they are. Only this process
 * knows it, until they come to light again.
 */
export class ForeignItems {
  readonly #placeOf = new Map<string, PlaceKey>();

  /** Ignores a player's own place: it goes with its player, and may come back in other ways. */
  noteDark(itemId: string, place: PlaceKey): void {
    if (isOwned(place)) return;
    this.#placeOf.delete(itemId);
    this.#placeOf.set(itemId, place);
    if (this.#placeOf.size <= MAX_IDS) return;
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
