import type { PlaceCount } from "../../looking/look.ts";
import type { PassListener } from "../../looking/pass-listener.ts";
import { isOwned, type PlaceKey } from "../../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";

/** Places of which the age is checked in one tick. */
const CHECKED_PER_TICK = 1024;

/** Horizons that are remembered, one for each of the last ticks in which it moved. */
const MAX_HISTORY = 1200;

/** While nothing waits, the horizon is found out so often. */
const EVERY_TICKS = 8;

/** A look that old is worth another one while something waits. */
const OLD_TICKS = 8;

/** So many places are looked at before their turn in one tick, players first, at most; and so many are gone through to find them. */
const MOST_PLAYERS = 8;
const MOST_HURRIED = 16;
const MOST_STEPS = 64;

export interface LookHorizonParts {
  readonly stock: PlaceCounts;
  readonly tick: () => number;
  /** Every visible place of players' own that was looked at. */
  readonly ownPlaces: () => Iterable<PlaceKey>;
  /** Everybody who is here, looked at or not. */
  readonly players: () => Iterable<{ readonly place: PlaceKey }>;
  readonly onMissed: (place: PlaceKey) => void;
  /** True while something waits to be explained, or may explain something. Nothing is gained by knowing more while it is false. */
  readonly isUrgent: () => boolean;
}

/**
 * Knows the oldest of the last looks at all places: nothing is on its way any more that left a place before it. Finds the places
 * that a whole pass did not come by: they are gone, or went dark without a sign.
 */
export class LookHorizon {
  readonly players: PassListener;
  readonly places: PassListener;
  readonly #parts: LookHorizonParts;
  /** When the last pass of each kind began that has ended. */
  readonly #passed = { players: -1, places: -1 };
  /** What was not looked at since then is missed; players' own places when they were in neither pass. */
  #missed = { players: -1, places: -1 };
  #shelves: Iterator<readonly [PlaceKey, PlaceCount]> | undefined;
  #hurrying: Iterator<readonly [PlaceKey, PlaceCount]> | undefined;
  readonly #history: { readonly tick: number; readonly upTo: number }[] = [];

  constructor(parts: LookHorizonParts) {
    this.#parts = parts;
    this.players = this.#listener("players");
    this.places = this.#listener("places");
  }

  /** Every place was looked at in this tick or later, by the end of a tick; by now when it is left out. */
  at(tick = Number.POSITIVE_INFINITY): number {
    return this.#history.findLast((entry) => entry.tick <= tick)?.upTo ?? -1;
  }

  /** While something waits: places that were looked at long ago. The sooner they are looked at, the less they may explain. */
  *hurried(): Iterable<PlaceKey> {
    if (!this.#parts.isUrgent()) return;
    const { stock, players, ownPlaces, tick } = this.#parts;
    const old = tick() - OLD_TICKS;
    const lastLook = (place: PlaceKey) => stock.countedAt(place) ?? -1;
    const own = [...new Set([...Array.from(players(), ({ place }) => place), ...ownPlaces()])].filter(
      (place) => lastLook(place) < old,
    );
    yield* own.sort((one, other) => lastLook(one) - lastLook(other)).slice(0, MOST_PLAYERS);
    let left = MOST_HURRIED - Math.min(MOST_PLAYERS, own.length);
    for (let steps = 0; steps < MOST_STEPS && left > 0; steps++) {
      this.#hurrying ??= stock.shelves();
      const next = this.#hurrying.next();
      if (next.done) {
        this.#hurrying = undefined;
        return;
      }
      const [place, { tickEnd }] = next.value;
      if (tickEnd >= old || isOwned(place)) continue;
      left--;
      yield place;
    }
  }

  /** Called once a tick. */
  check(): void {
    const { tick, isUrgent, stock } = this.#parts;
    this.#findMissed();
    const now = tick();
    if (now % EVERY_TICKS !== 0 && !isUrgent()) return;
    // Whoever was never looked at may have anything.
    const upTo = Math.min(stock.oldestCount() ?? -1, this.#isOneUnknown() ? this.#passed.players : now);
    if (upTo <= this.at()) return;
    this.#history.push({ tick: now, upTo });
    if (this.#history.length > MAX_HISTORY) this.#history.shift();
  }

  #isOneUnknown(): boolean {
    const { players, stock } = this.#parts;
    for (const { place } of players()) if (!stock.has(place)) return true;
    return false;
  }

  #findMissed(): void {
    if (this.#shelves === undefined) {
      const { players, places } = this.#passed;
      if (places === this.#missed.places) return;
      this.#missed = { players: Math.min(players, places), places };
      this.#shelves = this.#parts.stock.shelves();
    }
    for (let steps = 0; steps < CHECKED_PER_TICK; steps++) {
      const next = this.#shelves.next();
      if (next.done) {
        this.#shelves = undefined;
        return;
      }
      const [place, { tickEnd }] = next.value;
      if (tickEnd < (isOwned(place) ? this.#missed.players : this.#missed.places)) this.#parts.onMissed(place);
    }
  }

  #listener(which: "players" | "places"): PassListener {
    let began: number | undefined;
    return {
      began: () => {
        began = this.#parts.tick();
      },
      ended: () => {
        if (began !== undefined) this.#passed[which] = began;
        began = undefined;
      },
    };
  }
}
