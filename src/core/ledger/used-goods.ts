import { freshSet } from "../model/fresh-map.ts";
import type { PlaceKey } from "../model/place.ts";
import { MOST_LATE } from "./grants.ts";
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
  /** The tick end at which there was word of it. */
  readonly told: number;
  /** The game's own object, and how many were in it then: a word that comes twice is of one use. */
  readonly word: { readonly stack: object; readonly stackCount: number };
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
  /** Those after that look, as long as the same word may come once more. */
  #lately: UsedUp[] = [];
  #crafted: Crafting[] = [];
  #looked = new Set<PlaceKey>();

  usedUp(entry: UsedUp): void {
    const isIt = (known: UsedUp) => isSameUse(known, entry);
    if (!this.#usedUp.some(isIt) && !this.#lately.some(isIt)) this.#usedUp.push(entry);
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
    if (usedUp.length > 0) {
      this.#usedUp = usedUp.filter(({ place }) => !this.#looked.has(place)).slice(-MAX_USED_UP);
      for (const entry of usedUp) if (this.#looked.has(entry.place)) this.#lately.push(entry);
    }
    this.#looked = freshSet(this.#looked);
    return usedUp;
  }

  takeCrafted(): readonly Crafting[] {
    const crafted = this.#crafted;
    this.#crafted = [];
    return crafted;
  }

  endTick(tickEnd: number): void {
    if (this.#lately.length > 0) this.#lately = this.#lately.filter(({ told }) => tickEnd - told < MOST_LATE);
  }
}

function isSameUse(one: UsedUp, other: UsedUp): boolean {
  const isSameStack = one.word.stack === other.word.stack && one.word.stackCount === other.word.stackCount;
  return isSameStack && one.place === other.place && one.number === other.number;
}
