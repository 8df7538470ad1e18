import type { PlaceKey } from "../../model/place.ts";
import type { Item } from "../../platform.ts";
import { EVENT_SKEW_TICKS } from "./grants.ts";

/** Entries that wait for a look; places that are never looked at again lose theirs. */
const MAX_WAITING = 1024;

/** Goods that are no more: eaten, placed, vanished, crafted away. */
export interface Consumed {
  readonly place: PlaceKey;
  readonly number: number;
  count: number;
  /** The tick at which there was word of it first. */
  readonly told: number;
}

/** What was reported as used up, until its place is looked at: it is missing there, and is nowhere else. */
export class ConsumedGoods {
  #waiting: Consumed[] = [];
  /** Words of the last second: one that comes twice is of one use. */
  #words: (Consumed & { readonly stack: object; readonly stackCount: number })[] = [];

  usedUp(consumed: Consumed, { stack, count: stackCount }: Item): void {
    const { place, number } = consumed;
    const isIt = (word: Consumed & { stack: object; stackCount: number }) =>
      word.stack === stack && word.stackCount === stackCount && word.place === place && word.number === number;
    if (this.#words.some(isIt)) return;
    this.#words.push({ ...consumed, stack, stackCount });
    const same = this.#waiting.find((entry) => entry.place === place && entry.number === number);
    if (same === undefined) this.#waiting.push({ ...consumed });
    else same.count += consumed.count;
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** True when there was word of something at a place that was not looked at since. */
  isWaitingAt(place: PlaceKey): boolean {
    return this.#waiting.length > 0 && this.#waiting.some((entry) => entry.place === place);
  }

  /** What was used up at places that were looked at. */
  takeLookedAt(isLookedAt: (place: PlaceKey) => boolean): readonly Consumed[] {
    if (this.#waiting.length === 0) return this.#waiting;
    const taken = this.#waiting.filter(({ place }) => isLookedAt(place));
    if (taken.length > 0) this.#waiting = this.#waiting.filter(({ place }) => !isLookedAt(place));
    return taken;
  }

  finishTickEnd(tick: number): void {
    if (this.#words.length > 0 && tick - this.#words[0]!.told >= EVENT_SKEW_TICKS)
      this.#words = this.#words.filter(({ told }) => tick - told < EVENT_SKEW_TICKS);
  }
}
