import type { PlaceKey } from "../place.ts";

/**
 * Containers that were seen to grow while nobody handled them: a hopper, a farm or a machine feeds them. Who handles one must not
 * explain what came by itself meanwhile, and nobody can tell the two apart.
 */
export class FedPlaces {
  readonly #numbersAt = new Map<PlaceKey, Set<number>>();

  grewByItself(place: PlaceKey, number: number): void {
    const numbers = this.#numbersAt.get(place);
    if (numbers === undefined) this.#numbersAt.set(place, new Set([number]));
    else numbers.add(number);
  }

  isFed(place: PlaceKey, number: number): boolean {
    return this.#numbersAt.get(place)?.has(number) === true;
  }

  /** The place cannot be seen any more: when it comes back, it may be another. */
  forget(place: PlaceKey): void {
    this.#numbersAt.delete(place);
  }
}
