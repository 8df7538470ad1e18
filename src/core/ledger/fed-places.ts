import type { PlaceKey } from "../model/place.ts";
import { MOST_LATE } from "./grants.ts";

/**
 * Containers that were seen to grow while nobody handled them: a hopper, a farm or a machine feeds them. Who handles one must not
 * explain what came by itself meanwhile, and nobody can tell the two apart.
 */
export class FedPlaces {
  readonly #numbersAt = new Map<PlaceKey, Set<number>>();
  /** The same of places that went dark lately. */
  readonly #before = new Map<PlaceKey, { readonly numbers: ReadonlySet<number>; readonly tickEnd: number }>();

  grewByItself(place: PlaceKey, number: number): void {
    const numbers = this.#numbersAt.get(place);
    if (numbers === undefined) this.#numbersAt.set(place, new Set([number]));
    else numbers.add(number);
  }

  isFed(place: PlaceKey, number: number): boolean {
    return this.#numbersAt.get(place)?.has(number) === true;
  }

  /** Also for a place that was fed when it went dark, as long as a word of something that was done there before may come. */
  wasFed(place: PlaceKey, number: number): boolean {
    return this.isFed(place, number) || this.#before.get(place)?.numbers.has(number) === true;
  }

  /** The place cannot be seen any more: when it comes back, it may be another. */
  forget(place: PlaceKey, tickEnd: number): void {
    const numbers = this.#numbersAt.get(place);
    if (numbers !== undefined) this.#before.set(place, { numbers, tickEnd });
    this.#numbersAt.delete(place);
  }

  endTick(now: number): void {
    for (const [place, { tickEnd }] of this.#before) if (now - tickEnd > MOST_LATE) this.#before.delete(place);
  }
}
