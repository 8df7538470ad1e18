import type { PlaceKey } from "../../model/place.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";
import type { MaterialClasses } from "../materials/material-classes.ts";

/** How many containers are remembered. The oldest are forgotten first. */
const MAX_CONTAINERS = 4096;

/** How many bursts are remembered for each container. */
const MAX_BURSTS = 16;

/** There may be a hopper or dropper at each of six sides, and each brings at most one item a tick. */
export const ITEMS_PER_TICK = 6;

/** Containers that were seen to fill while nobody handled them: something feeds them, and may do so at any time. */
export class SelfFillingContainers {
  readonly #classes: MaterialClasses;
  readonly #indexesAt = new Map<PlaceKey, Set<number>>();
  /** When more of a class came at once than could have come by itself: somebody put it there without an event. */
  readonly #burstsAt = new Map<PlaceKey, { readonly classIndex: number; readonly tick: number }[]>();

  constructor(classes: MaterialClasses) {
    this.#classes = classes;
  }

  /** Nobody handled the container, and `count` items came within `ticks` up to `tick`. Returns true if they may have come by themselves. */
  noteFilled(place: PlaceKey, materialIndex: number, count: number, ticks: number, tick: number): boolean {
    if (count > ITEMS_PER_TICK * ticks) {
      const bursts = this.#burstsAt.get(place) ?? [];
      this.#burstsAt.set(place, [
        ...bursts.slice(1 - MAX_BURSTS),
        { classIndex: this.#classes.classOf[materialIndex]!, tick },
      ]);
      return false;
    }
    const indexes = this.#indexesAt.get(place);
    if (indexes !== undefined) {
      indexes.add(materialIndex);
      return true;
    }
    this.#indexesAt.set(place, new Set([materialIndex]));
    if (this.#indexesAt.size > MAX_CONTAINERS) this.forget(this.#indexesAt.keys().next().value!);
    return true;
  }

  /** How many units of a class may have come to a place by themselves within so many ticks, as far as that is known by now. */
  fedAt(place: PlaceKey, classIndex: number, ticks: number): number {
    return this.#heaviestAt(place, classIndex) * ITEMS_PER_TICK * ticks;
  }

  /** How many of the units that have come to a place may be that. Nothing is crafted there: a block is not made of the ingots that feed it. */
  fedOf(units: number, place: PlaceKey, classIndex: number, ticks: number, grown: ReadonlyMap<number, number>): number {
    const { weightOf } = this.#classes;
    const heaviest = this.#heaviestAt(place, classIndex);
    let most = units;
    for (const [materialIndex, count] of grown)
      if (weightOf[materialIndex]! > heaviest) most -= count * weightOf[materialIndex]!;
    return Math.max(0, Math.min(most, heaviest * ITEMS_PER_TICK * ticks));
  }

  /** The same between two looks. If something other than what feeds the place has filled it with such goods, nobody knows how much came. */
  sourceAt({ place, since }: { place: PlaceKey; since: number }, classIndex: number, seen: number): number {
    const bursts = this.#burstsAt.get(place) ?? [];
    const isFilled = bursts.some(
      (burst) => burst.classIndex === classIndex && burst.tick > since && burst.tick <= seen,
    );
    return isFilled ? NO_LIMIT : this.fedAt(place, classIndex, seen - since);
  }

  /** The weight of the heaviest goods of a class that have come there by themselves. */
  #heaviestAt(place: PlaceKey, classIndex: number): number {
    const { classOf, weightOf } = this.#classes;
    let heaviest = 0;
    for (const materialIndex of this.#indexesAt.get(place) ?? [])
      if (classOf[materialIndex] === classIndex) heaviest = Math.max(heaviest, weightOf[materialIndex]!);
    return heaviest;
  }

  /** The place has come to light: it may be another container by now. */
  forget(place: PlaceKey): void {
    this.#indexesAt.delete(place);
    this.#burstsAt.delete(place);
  }
}
