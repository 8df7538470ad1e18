import { freshMap } from "../../model/fresh-map.ts";
import type { PlaceKey } from "../../model/place.ts";

/** The increases and decreases that the looks of one tick found at a place. */
export interface PlaceChange {
  readonly place: PlaceKey;
  /** The tick of the look before. */
  readonly since: number;
  /** True if nobody knows what was there before. */
  readonly isNew: boolean;
  /** By material index. */
  readonly differences: ReadonlyMap<number, number>;
}

/** Most places that events name hold what they held before. */
export const NO_DIFFERENCES: ReadonlyMap<number, number> = new Map();

interface GrowingChange extends PlaceChange {
  readonly differences: Map<number, number>;
}

/** What the looks of one tick found. */
export class TickChanges {
  #at = new Map<PlaceKey, GrowingChange>();

  get at(): ReadonlyMap<PlaceKey, PlaceChange> {
    return this.#at;
  }

  /** The place was looked at, whether or not it has changed since the look before. */
  visit(place: PlaceKey, since: number, isNew: boolean): GrowingChange {
    let change = this.#at.get(place);
    if (change === undefined) {
      change = { place, since, isNew, differences: new Map() };
      this.#at.set(place, change);
    }
    return change;
  }

  /** There is more of a material, or less. A place may be looked at twice, as when it goes dark. */
  add(place: PlaceKey, materialIndex: number, difference: number, since: number): void {
    const { differences } = this.visit(place, since, false);
    differences.set(materialIndex, (differences.get(materialIndex) ?? 0) + difference);
  }

  finishTickEnd(): void {
    this.#at = freshMap(this.#at);
  }
}
