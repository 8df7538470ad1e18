import type { Clock } from "../clock.ts";
import { type PlaceKey, recordOf } from "../place.ts";
import type { Moments } from "./moments.ts";
import { SteadyTime } from "./steady-time.ts";

/** An event said that an id went between these places. */
interface HandOver {
  readonly places: readonly PlaceKey[];
  readonly atMs: number;
  readonly atSteadyMs: number;
  readonly moment: number;
}

/** When a place was last seen to hold something. */
export interface LastSeen {
  readonly ms: number;
  /** Known when it was this process that looked. */
  readonly moment?: number | undefined;
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
  readonly #time: SteadyTime;
  readonly #moments: Moments;
  readonly #byId = new Map<string, HandOver[]>();

  constructor(clock: Clock, moments: Moments) {
    this.#clock = clock;
    this.#time = new SteadyTime(clock);
    this.#moments = moments;
  }

  /** Called once at every boundary. */
  tick(): void {
    this.#time.tick();
  }

  reported(itemId: string, places: readonly PlaceKey[]): void {
    const handOvers = this.#byId.get(itemId) ?? [];
    if (handOvers.length === MAX_PER_ID) handOvers.shift();
    handOvers.push({
      places: places.map(recordOf),
      atMs: this.#clock.now(),
      atSteadyMs: this.#time.ms,
      moment: this.#moments.next(),
    });
    this.#byId.delete(itemId);
    this.#byId.set(itemId, handOvers);
    if (this.#byId.size <= MAX_IDS) return;
    const [oldest] = this.#byId.keys();
    this.#byId.delete(oldest!);
  }

  /** True when moves that were reported after `since` lead from one place to the other, by whatever stops. */
  explain(itemId: string, from: PlaceKey, to: PlaceKey, since: LastSeen): boolean {
    const earliestMs = this.#time.ms - HOLDS_MS;
    const isLater = ({ atMs, moment }: HandOver) =>
      since.moment === undefined ? atMs > since.ms : moment > since.moment;
    const handOvers = (this.#byId.get(itemId) ?? []).filter((step) => isLater(step) && step.atSteadyMs >= earliestMs);
    const reached = new Set([recordOf(from)]);
    for (const { places } of handOvers) {
      if (places.some((place) => reached.has(place))) for (const place of places) reached.add(place);
    }
    return reached.has(recordOf(to));
  }
}
