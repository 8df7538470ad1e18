import type { PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { isContainer } from "../hints/player-acts.ts";

interface UnreportedLoss {
  readonly tick: number;
  readonly place: PlaceKey;
  readonly classIndex: number;
  left: number;
}

/** Decreases in hands and on the ground within the last second that no event with a number has explained. A late event may be about one. */
export class UnreportedLosses {
  #losses: UnreportedLoss[] = [];

  add(place: PlaceKey, classIndex: number, units: number, tick: number): void {
    if (!isContainer(place)) this.#losses.push({ tick, place, classIndex, left: units });
  }

  /** Sets up to `most` units of an event against the losses at the place. Returns how many. */
  take(place: PlaceKey, classIndex: number, most: number, tick: number): number {
    let left = most;
    if (left === 0) return 0;
    for (const loss of this.#losses) {
      if (loss.place !== place || loss.classIndex !== classIndex || tick - loss.tick > EVENT_SKEW_TICKS) continue;
      const part = Math.min(left, loss.left);
      loss.left -= part;
      left -= part;
    }
    return most - left;
  }

  finishTickEnd(tick: number): void {
    const oldest = this.#losses[0]?.tick ?? tick;
    if (tick - oldest > 2 * EVENT_SKEW_TICKS)
      this.#losses = this.#losses.filter((loss) => tick - loss.tick <= EVENT_SKEW_TICKS);
  }
}
