import type { PlaceCount } from "../looking/look.ts";
import type { PlaceKey } from "../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";

/** Places of which the age is checked in one tick. */
const CHECKED_PER_TICK = 1024;

/** Passes that are remembered. No place was last looked at before the second last of them. */
const MAX_PASSES = 16;

/** Finds the places that a whole pass did not come by: they are gone, or went dark without a sign. */
export class MissedPlaces {
  readonly #stock: PlaceCounts;
  readonly #onMissed: (place: PlaceKey) => void;
  #passed = -1;
  #settledUpTo = -1;
  /** When each of the last passes was done, and what it settled. */
  #passes: { readonly tick: number; readonly upTo: number }[] = [];
  #shelves: Iterator<readonly [PlaceKey, PlaceCount]> | undefined;

  constructor(stock: PlaceCounts, onMissed: (place: PlaceKey) => void) {
    this.#stock = stock;
    this.#onMissed = onMissed;
  }

  /** Everything that was seen up to this tick has had all its explanations. */
  get settledUpTo(): number {
    return this.#settledUpTo;
  }

  /** The same as it was at the end of a tick, or less. */
  settledAt(tick: number): number {
    return this.#passes.findLast((pass) => pass.tick <= tick)?.upTo ?? -1;
  }

  /** Called once a tick; every place that there is was looked at after the tick `covered`. */
  check(covered: number, tick: number): void {
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
        this.#passes = [...this.#passes.slice(-MAX_PASSES), { tick, upTo: this.#passed }];
        return;
      }
      const [place, { tickEnd }] = next.value;
      if (tickEnd < this.#passed) this.#onMissed(place);
    }
  }
}
