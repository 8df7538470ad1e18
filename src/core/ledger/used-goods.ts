import { emptiedSet } from "../emptied.ts";
import type { PlaceKey } from "../place.ts";
import type { KnownRecipe } from "./watch-list.ts";

/** Entries that wait for a look; places that are never looked at again lose theirs. */
const MAX_USED_UP = 1024;

/** Goods that are no more. */
export interface UsedUp {
  readonly place: PlaceKey;
  readonly number: number;
  /** What of it was not seen to fall yet. */
  count: number;
  /** True when something may have been made of it: then it explains that. */
  readonly isIngredient: boolean;
  /** The boundary at which there was word of it. */
  readonly told: number;
}

/** Something was made: its ingredients are gone for good. */
export interface Crafting {
  readonly place: PlaceKey;
  /** What was made; not a number of the watch list when it is not counted. */
  readonly number: number;
  /** At least as many as were made. */
  readonly count: number;
  readonly recipe: KnownRecipe;
}

/** What was reported as used up: eaten, placed, vanished, crafted away. */
export class UsedGoods {
  /** Until the next look at its place after that: it must have been seen to fall by then. */
  #usedUp: UsedUp[] = [];
  #crafted: Crafting[] = [];
  #looked = new Set<PlaceKey>();

  usedUp(entry: UsedUp): void {
    this.#usedUp.push(entry);
  }

  crafted(crafting: Crafting): void {
    this.#crafted.push(crafting);
  }

  looked(place: PlaceKey): void {
    if (this.#usedUp.length > 0) this.#looked.add(place);
  }

  /** Everything that was reported, each entry until its place was looked at. */
  takeUsedUp(): readonly UsedUp[] {
    const usedUp = this.#usedUp;
    if (usedUp.length > 0) this.#usedUp = usedUp.filter(({ place }) => !this.#looked.has(place)).slice(-MAX_USED_UP);
    this.#looked = emptiedSet(this.#looked);
    return usedUp;
  }

  takeCrafted(): readonly Crafting[] {
    const crafted = this.#crafted;
    this.#crafted = [];
    return crafted;
  }
}
