import { type PlaceKey, recordOf } from "../place.ts";
import type { LastSeen } from "./hand-overs.ts";

/** The last look at a place before it went dark, and what it found. */
export interface LastLook extends LastSeen {
  readonly ids: readonly string[];
}

/** Dark places of which the time is remembered; the longest dark are forgotten first. */
const MAX_PLACES = 65_536;

/** When each place that has gone dark was last looked at. */
export class LastLooks {
  readonly #lookedAt = new Map<PlaceKey, LastLook>();

  remember(place: PlaceKey, look: LastLook): void {
    const record = recordOf(place);
    this.#lookedAt.delete(record);
    this.#lookedAt.set(record, look);
    if (this.#lookedAt.size <= MAX_PLACES) return;
    const [oldest] = this.#lookedAt.keys();
    this.#lookedAt.delete(oldest!);
  }

  at(place: PlaceKey): LastLook | undefined {
    return this.#lookedAt.get(recordOf(place));
  }
}
