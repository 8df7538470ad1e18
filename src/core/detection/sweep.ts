import type { PlaceKey } from "../place.ts";
import type { Platform } from "../platform.ts";
import type { Presence } from "./presence.ts";

/** Places looked at in one tick: ten thousand containers take eight seconds. */
export const PLACES_PER_TICK = 64;

/**
 * Looks at all loaded places in turn, a few a tick, so that a copy that lies still is found without any event, and so that
 * a place that went dark without a signal is noticed.
 */
export class Sweep {
  readonly #platform: Platform;
  readonly #presence: Presence;
  readonly #look: (place: PlaceKey) => void;
  #rest: Iterator<PlaceKey> | undefined;
  #hasSweptPresence = false;

  constructor(platform: Platform, presence: Presence, look: (place: PlaceKey) => void) {
    this.#platform = platform;
    this.#presence = presence;
    this.#look = look;
  }

  /** Called once a tick. */
  tick(): void {
    for (let count = 0; count < PLACES_PER_TICK; count++) {
      const place = this.#next();
      if (place === undefined) return;
      this.#look(place);
    }
  }

  /** First what the server says is loaded, then what is remembered: that may have gone. */
  #next(): PlaceKey | undefined {
    this.#rest ??= this.#platform.places()[Symbol.iterator]();
    const next = this.#rest.next();
    if (!next.done) return next.value;
    this.#rest = this.#hasSweptPresence ? undefined : [...this.#presence.places()][Symbol.iterator]();
    this.#hasSweptPresence = !this.#hasSweptPresence;
    return undefined;
  }
}
