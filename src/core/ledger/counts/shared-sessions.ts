import type { PlaceKey } from "../../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";
import type { Views } from "./views.ts";

/**
 * Sessions of one account that are served at the same time show the same goods, and all but the newest are only views of them. If such a
 * session gives goods away while another still has them, that explains nothing.
 */
export class SharedSessions {
  readonly #counts: PlaceCounts;
  readonly #views: Views;

  constructor(counts: PlaceCounts, views: Views) {
    this.#counts = counts;
    this.#views = views;
  }

  /** Another session came, and shows these counts. */
  noteJoin(others: readonly PlaceKey[], counts: Int32Array): void {
    for (let materialIndex = 0; materialIndex < counts.length; materialIndex++) {
      let shown = counts[materialIndex]!;
      for (const place of others.toReversed()) {
        const again = Math.min(shown, this.#counts.countAt(place, materialIndex));
        if (again > 0) this.#views.show(place, materialIndex, again, counts.length);
        shown -= again;
      }
    }
  }

  /** One of the sessions left, and took these counts out of the world. */
  noteLeft(others: readonly PlaceKey[], counts: Int32Array): void {
    for (let materialIndex = 0; materialIndex < counts.length; materialIndex++) {
      let gone = counts[materialIndex]!;
      for (const place of others) gone -= this.#views.hide(place, materialIndex, gone);
    }
  }
}
