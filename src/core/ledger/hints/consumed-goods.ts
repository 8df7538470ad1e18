import type { PlaceKey } from "../../model/place.ts";
import type { Item } from "../../platform.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";

/** How many entries wait for a look. The oldest are dropped, since some places are never looked at again. */
const MAX_WAITING = 1024;

/** Goods that no longer exist: eaten, placed, vanished, crafted away. */
export interface Consumed {
  readonly place: PlaceKey;
  readonly materialIndex: number;
  count: number;
  /** The tick of the first event about it. */
  readonly told: number;
}

/** Keeps goods that events report as used up until their place is looked at: they are missing there, and are nowhere else. */
export class ConsumedGoods {
  #waiting: Consumed[] = [];
  /** Events of the last second: one that comes twice is about one use. */
  #recent: (Consumed & { readonly stack: object; readonly stackCount: number })[] = [];

  add(consumed: Consumed, { stack, count: stackCount }: Item): void {
    const { place, materialIndex } = consumed;
    const isIt = (word: Consumed & { stack: object; stackCount: number }) =>
      word.stack === stack &&
      word.stackCount === stackCount &&
      word.place === place &&
      word.materialIndex === materialIndex;
    if (this.#recent.some(isIt)) return;
    this.#recent.push({ ...consumed, stack, stackCount });
    const same = this.#waiting.find((entry) => entry.place === place && entry.materialIndex === materialIndex);
    if (same === undefined) this.#waiting.push({ ...consumed });
    else same.count += consumed.count;
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Where something was reported. Nobody has looked there since. */
  places(): readonly PlaceKey[] {
    return this.#waiting.map(({ place }) => place);
  }

  /** Returns, and no longer keeps, what was used up at places that were looked at. */
  takeLookedAt(isLookedAt: (place: PlaceKey) => boolean): readonly Consumed[] {
    if (this.#waiting.length === 0) return this.#waiting;
    const taken = this.#waiting.filter(({ place }) => isLookedAt(place));
    if (taken.length > 0) this.#waiting = this.#waiting.filter(({ place }) => !isLookedAt(place));
    return taken;
  }

  finishTickEnd(tick: number): void {
    if (this.#recent.length > 0 && tick - this.#recent[0]!.told >= EVENT_SKEW_TICKS)
      this.#recent = this.#recent.filter(({ told }) => tick - told < EVENT_SKEW_TICKS);
  }
}
