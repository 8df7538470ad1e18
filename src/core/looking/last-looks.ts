import type { LastSeen } from "../judging/custody/reported-moves.ts";
import type { Standing } from "../judging/proofs/first-copies.ts";
import { type PlaceKey, recordOf } from "../model/place.ts";

/** The last look at a place before it went dark, and what it found. */
export interface LastLook extends LastSeen {
  readonly ids: readonly string[];
  /** True when it was looked at because it went dark: what is reported later has not left it. */
  readonly isFinal?: boolean;
  /** Of those that were at other places too: which copy this one was. */
  readonly standings?: ReadonlyMap<string, Standing>;
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

  /** The place can be looked at again: this was the last look before. */
  pop(place: PlaceKey): LastLook | undefined {
    const look = this.at(place);
    if (look !== undefined) this.#lookedAt.delete(recordOf(place));
    return look;
  }

  /** A move was reported before it was known to be dark: the item is not there any more, as far as anybody knows. */
  moved(place: PlaceKey, itemId: string): void {
    const look = this.at(place);
    if (look === undefined || look.isFinal) return;
    this.#lookedAt.set(recordOf(place), { ...look, ids: look.ids.filter((id) => id !== itemId) });
  }

  at(place: PlaceKey): LastLook | undefined {
    return this.#lookedAt.get(recordOf(place));
  }
}
