import { type PlaceKey, recordOf } from "../place.ts";
import type { LastSeen } from "./hand-overs.ts";

/** Dark places of which the time is remembered; the longest dark are forgotten first. */
const MAX_PLACES = 65_536;

/** When each place that has gone dark was last looked at. */
export class LastLooks {
  readonly #lookedAt = new Map<PlaceKey, LastSeen>();

  remember(place: PlaceKey, seen: LastSeen): void {
    const record = recordOf(place);
    this.#lookedAt.delete(record);
    this.#lookedAt.set(record, seen);
    if (this.#lookedAt.size <= MAX_PLACES) return;
    const [oldest] = this.#lookedAt.keys();
    this.#lookedAt.delete(oldest!);
  }

  at(place: PlaceKey): LastSeen | undefined {
    return this.#lookedAt.get(recordOf(place));
  }
}
