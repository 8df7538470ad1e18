import type { PlaceCount } from "../looking/look.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Stock } from "./stock.ts";

/** Places of which the age is checked in one tick. */
const CHECKED_PER_TICK = 1024;

/** Finds the places that a whole pass did not come by: they are gone, or went dark without a sign. */
export class MissedPlaces {
  readonly #stock: Stock;
  readonly #onMissed: (place: PlaceKey) => void;
  #passed = -1;
  #settledUpTo = -1;
  #shelves: Iterator<readonly [PlaceKey, PlaceCount]> | undefined;

  constructor(stock: Stock, onMissed: (place: PlaceKey) => void) {
    this.#stock = stock;
    this.#onMissed = onMissed;
  }

  /** Everything that was seen up to this tick end has had all its explanations. */
  get settledUpTo(): number {
    return this.#settledUpTo;
  }

  /** Called once a tick; every place that there is was looked at after the tick end `covered`. */
  check(covered: number): void {
    if (this.#shelves === undefined) {
      if (covered <= this.#passed) return;
      this.#passed = covered;
      this.#shelves = this.#stock.shelves();
    }
    for (let steps = 0; steps < CHECKED_PER_TICK; steps++) {
      const next = this.#shelves.next();
      if (next.done) {
        this.#shelves = undefined;
        this.#settledUpTo = this.#passed;
        return;
      }
      const [place, { tickEnd }] = next.value;
      if (tickEnd < this.#passed) this.#onMissed(place);
    }
  }
}
