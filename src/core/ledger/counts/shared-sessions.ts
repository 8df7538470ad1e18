import type { PlaceKey } from "../../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";
import type { Views } from "./views.ts";

/**
 * Sessions of one account that are served at a time show the same goods, and all but the newest are mere views of them: what
 * such a session gives away while another still has it explains nothing.
 */
export class SharedSessions {
  readonly #stock: PlaceCounts;
  readonly #views: Views;

  constructor(stock: PlaceCounts, views: Views) {
    this.#stock = stock;
    this.#views = views;
  }

  /** One more session came with this. */
  joined(others: readonly PlaceKey[], counts: Int32Array): void {
    for (let number = 0; number < counts.length; number++) {
      let shown = counts[number]!;
      for (const place of others.toReversed()) {
        const again = Math.min(shown, this.#stock.countAt(place, number));
        if (again > 0) this.#views.show(place, number, again, counts.length);
        shown -= again;
      }
    }
  }

  /** One of them left, and took this out of the world. */
  left(others: readonly PlaceKey[], counts: Int32Array): void {
    for (let number = 0; number < counts.length; number++) {
      let gone = counts[number]!;
      for (const place of others) gone -= this.#views.hide(place, number, gone);
    }
  }
}
