import type { PlaceKey } from "../../model/place.ts";

/** Containers that are remembered; of more than these the first ones are forgotten. */
const MAX_CONTAINERS = 4096;

/** How often that is remembered of each. */
const MAX_BURSTS = 16;

/** A hopper or dropper at each of six sides brings one item a tick at most. */
const ITEMS_PER_TICK = 6;

/** Containers that were seen to become fuller while nobody handled them: something feeds them, and may do so at any time. */
export class SelfFillingContainers {
  readonly #numbersAt = new Map<PlaceKey, Set<number>>();
  /** When more has come at once than by itself: somebody put it there, without a word. */
  readonly #burstsAt = new Map<PlaceKey, number[]>();

  /** Nobody handled it, and within so many ticks up to this one so many have come. Returns true when that may have been by itself. */
  filledItself(place: PlaceKey, number: number, count: number, ticks: number, tick: number): boolean {
    if (count > ITEMS_PER_TICK * ticks) {
      const bursts = this.#burstsAt.get(place) ?? [];
      this.#burstsAt.set(place, [...bursts.slice(1 - MAX_BURSTS), tick]);
      return false;
    }
    const numbers = this.#numbersAt.get(place);
    if (numbers !== undefined) {
      numbers.add(number);
      return true;
    }
    this.#numbersAt.set(place, new Set([number]));
    if (this.#numbersAt.size > MAX_CONTAINERS) this.forget(this.#numbersAt.keys().next().value!);
    return true;
  }

  /** How much may have come by itself within so many ticks, in units. */
  mostAt(place: PlaceKey, ticks: number, weightOf: (number: number) => number): number {
    let most = 0;
    for (const number of this.#numbersAt.get(place) ?? []) most = Math.max(most, weightOf(number));
    return most * ITEMS_PER_TICK * ticks;
  }

  /** True when something else than what feeds it has filled it after the tick `since`, not after `seen`. */
  isFilledBetween(place: PlaceKey, since: number, seen: number): boolean {
    return this.#burstsAt.get(place)?.some((tick) => tick > since && tick <= seen) === true;
  }

  /** The place has come to light: it may be another one by now. */
  forget(place: PlaceKey): void {
    this.#numbersAt.delete(place);
    this.#burstsAt.delete(place);
  }
}
