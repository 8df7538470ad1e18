import { type PlaceKey, recordOf } from "../place.ts";

/** Dark places of which the time is remembered; the longest dark are forgotten first. */
const MAX_PLACES = 65_536;

/** When each place that has gone dark was last looked at. */
export class LastLooks {
  readonly #lookedMs = new Map<PlaceKey, number>();

  remember(place: PlaceKey, lookedMs: number): void {
    const record = recordOf(place);
    this.#lookedMs.delete(record);
    this.#lookedMs.set(record, lookedMs);
    if (this.#lookedMs.size <= MAX_PLACES) return;
    const [oldest] = this.#lookedMs.keys();
    this.#lookedMs.delete(oldest!);
  }

  at(place: PlaceKey): number | undefined {
    return this.#lookedMs.get(recordOf(place));
  }
}
