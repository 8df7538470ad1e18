import type { PlaceKey } from "../model/place.ts";
import type { Movement } from "./falls.ts";

/** Tick ends by which events may be early or late. */
export const MOST_LATE = 20;

/** Where something was given on purpose, lately. */
export class Grants {
  readonly #grantedAt = new Map<PlaceKey, number>();

  granted(place: PlaceKey, tickEnd: number): void {
    this.#grantedAt.set(place, tickEnd);
  }

  isGranted(place: PlaceKey, { seen }: Movement): boolean {
    const granted = this.#grantedAt.get(place);
    return granted !== undefined && Math.abs(granted - seen) <= MOST_LATE;
  }

  endTick(tickEnd: number): void {
    for (const [place, granted] of this.#grantedAt) {
      if (tickEnd - granted > MOST_LATE) this.#grantedAt.delete(place);
    }
  }
}
