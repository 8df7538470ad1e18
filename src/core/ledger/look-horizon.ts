import type { PlaceCount } from "../looking/look.ts";
import type { PassListener } from "../looking/pass-listener.ts";
import { isOwned, type PlaceKey } from "../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";

/** Places of which the age is checked in one tick. */
const CHECKED_PER_TICK = 1024;

/** Ticks after which it is found out anew how old the oldest look at anybody's own places is, and how long that is remembered. */
const EVERY_TICKS = 2;
const REMEMBERED_TICKS = 1200;

/** A look that old is worth another one: about as long as a pass over all other places takes. */
const OLD_TICKS = 20;

export interface LookHorizonParts {
  readonly stock: PlaceCounts;
  readonly tick: () => number;
  /** Every visible place of players, those included that nobody has looked at yet. */
  readonly ownPlaces: () => Iterable<PlaceKey>;
  readonly onMissed: (place: PlaceKey) => void;
  /** True while something waits to be explained, or may explain something. Nothing is gained by knowing more while it is false. */
  readonly isUrgent: () => boolean;
}

/**
 * Knows up to which tick every place was looked at again since: nothing is on its way any more that left a place before. Finds the
 * places that a whole pass did not come by: they are gone, or went dark without a sign.
 */
export class LookHorizon {
  readonly players: PassListener;
  readonly places: PassListener;
  readonly #parts: LookHorizonParts;
  /** Everything was looked at after these ticks, but for places that are gone and were not found out yet. */
  readonly #covered = { players: -1, places: -1 };
  /** The same, and all that is gone was found out. */
  #checked = { players: -1, places: -1 };
  #checking = this.#checked;
  #shelves: Iterator<readonly [PlaceKey, PlaceCount]> | undefined;
  #oldest: PlaceKey | undefined;
  #history: { readonly tick: number; readonly upTo: number }[] = [];

  constructor(parts: LookHorizonParts) {
    this.#parts = parts;
    this.players = this.#listener("players");
    this.places = this.#listener("places");
  }

  /** Everything was looked at after this tick by the end of a tick; by now when it is left out. */
  at(tick = Number.POSITIVE_INFINITY): number {
    return this.#history.findLast((entry) => entry.tick <= tick)?.upTo ?? -1;
  }

  /** The player's own place that was looked at longest ago: a look there is worth most. */
  get oldest(): PlaceKey | undefined {
    return this.#oldest;
  }

  /** Called once a tick. */
  check(): void {
    const tick = this.#parts.tick();
    const isUrgent = this.#parts.isUrgent();
    this.#checkShelves(isUrgent);
    this.#oldest = undefined;
    if (!isUrgent || tick % EVERY_TICKS !== 0) return;
    const upTo = Math.min(this.#checked.places, Math.max(this.#checked.players, this.#oldestOwn()));
    if (upTo <= this.at()) return;
    this.#history.push({ tick, upTo });
    if (this.#history[0]!.tick < tick - REMEMBERED_TICKS) this.#history.shift();
  }

  #checkShelves(isUrgent: boolean): void {
    if (this.#shelves === undefined) {
      const { players, places } = this.#covered;
      const isOfBoth = Math.min(players, places) > Math.min(this.#checking.players, this.#checking.places);
      if (!isOfBoth && !(isUrgent && places > this.#checking.places)) return;
      this.#checking = { players, places };
      this.#shelves = this.#parts.stock.shelves();
    }
    const { players, places } = this.#checking;
    for (let steps = 0; steps < CHECKED_PER_TICK; steps++) {
      const next = this.#shelves.next();
      if (next.done) {
        this.#shelves = undefined;
        this.#checked = this.#checking;
        return;
      }
      const [place, { tickEnd }] = next.value;
      if (tickEnd < (isOwned(place) ? Math.min(players, places) : places)) this.#parts.onMissed(place);
    }
  }

  #oldestOwn(): number {
    let oldest = this.#parts.tick();
    for (const place of this.#parts.ownPlaces()) {
      const counted = this.#parts.stock.countedAt(place) ?? -1;
      if (counted >= oldest) continue;
      oldest = counted;
      this.#oldest = place;
    }
    if (oldest > this.#parts.tick() - OLD_TICKS) this.#oldest = undefined;
    return oldest;
  }

  #listener(which: "players" | "places"): PassListener {
    let began: number | undefined;
    return {
      began: () => {
        began = this.#parts.tick() - 1;
      },
      ended: () => {
        if (began !== undefined) this.#covered[which] = began;
        began = undefined;
      },
    };
  }
}
