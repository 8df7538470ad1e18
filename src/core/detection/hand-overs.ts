import type { Clock } from "../clock.ts";
import { type PlaceKey, recordOf } from "../place.ts";

/** An event said that an id went between these places. */
interface HandOver {
  readonly places: readonly PlaceKey[];
  readonly atMs: number;
}

/** How long an event explains a move that could not be looked at. Places are looked at far more often than this. */
const HOLDS_MS = 60_000;

/** Hand-overs that are remembered for one id, and ids that are remembered at all. */
const MAX_PER_ID = 8;
const MAX_IDS = 65_536;

/**
 * The moves that events reported. They prove nothing, but they explain: when one side of a reported move went dark before it
 * could be looked at, there is no reason to suspect a second copy.
 */
export class HandOvers {
  readonly #clock: Clock;
  readonly #byId = new Map<string, HandOver[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  reported(itemId: string, places: readonly PlaceKey[]): void {
    const handOvers = this.#byId.get(itemId)?.slice(1 - MAX_PER_ID) ?? [];
    this.#byId.delete(itemId);
    this.#byId.set(itemId, [...handOvers, { places: places.map(recordOf), atMs: this.#clock.now() }]);
    if (this.#byId.size <= MAX_IDS) return;
    const [oldest] = this.#byId.keys();
    this.#byId.delete(oldest!);
  }

  /** True when moves that were reported after `sinceMs` lead from one place to the other, by whatever stops. */
  explain(itemId: string, from: PlaceKey, to: PlaceKey, sinceMs: number): boolean {
    const earliestMs = this.#clock.now() - HOLDS_MS;
    const handOvers = (this.#byId.get(itemId) ?? []).filter(({ atMs }) => atMs > sinceMs && atMs >= earliestMs);
    const reached = new Set([recordOf(from)]);
    for (const { places } of handOvers) {
      if (places.some((place) => reached.has(place))) for (const place of places) reached.add(place);
    }
    return reached.has(recordOf(to));
  }
}
