import type { PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../hints/grants.ts";
import { isContainer } from "../hints/player-acts.ts";

interface Fall {
  readonly tick: number;
  readonly place: PlaceKey;
  readonly cls: number;
  left: number;
}

/** What became less in hands and on the ground within the last second, beside what words with a number have said of it: a word that comes late is of that. */
export class UnspokenFalls {
  #falls: Fall[] = [];

  add(place: PlaceKey, cls: number, units: number, tick: number): void {
    if (!isContainer(place)) this.#falls.push({ tick, place, cls, left: units });
  }

  /** Sets up to so much of a word against them. Returns how much. */
  take(place: PlaceKey, cls: number, most: number, tick: number): number {
    let left = most;
    if (left === 0) return 0;
    for (const fall of this.#falls) {
      if (fall.place !== place || fall.cls !== cls || tick - fall.tick > EVENT_SKEW_TICKS) continue;
      const part = Math.min(left, fall.left);
      fall.left -= part;
      left -= part;
    }
    return most - left;
  }

  finishTickEnd(tick: number): void {
    const oldest = this.#falls[0]?.tick ?? tick;
    if (tick - oldest > 2 * EVENT_SKEW_TICKS)
      this.#falls = this.#falls.filter((fall) => tick - fall.tick <= EVENT_SKEW_TICKS);
  }
}
