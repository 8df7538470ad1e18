import type { KnownRecipe, WatchList } from "./watch-list.ts";

/** Where ingredients are taken from. */
export interface Ingredients {
  sum(number: number): number;
  take(number: number, amount: number): void;
  /** A recipe made so much more than was wanted: that may have gone elsewhere, or into something else, at once. */
  spare(number: number, amount: number): void;
}

/** Recipes one after the other that are followed within one look: a block to ingots, and these to nuggets. */
const MAX_STEPS = 3;

/** Finds out how much of a material can have been made of what became less. */
export class Makings {
  readonly #watched: WatchList;

  constructor(watched: WatchList) {
    this.#watched = watched;
  }

  /** Takes the ingredients of up to `amount`. Returns how much they make. */
  make(number: number, amount: number, from: Ingredients): number {
    return this.#make([number], amount, from);
  }

  /** `chain` is what is made, and what for, back to the beginning: nothing is made of itself, by way of something else. */
  #make(chain: readonly number[], amount: number, from: Ingredients): number {
    let made = 0;
    for (const recipe of this.#watched.recipesOf(chain[0]!)) {
      if (made >= amount) break;
      const times = this.#timesPossible(chain, recipe, amount - made, from);
      for (const { anyOf, count } of times === 0 ? [] : recipe.from) {
        let wanted = count * times;
        for (const ingredient of anyOf) {
          if (chain.includes(ingredient)) continue;
          const ready = Math.min(wanted, from.sum(ingredient));
          from.take(ingredient, ready);
          wanted -= ready;
          if (wanted === 0 || chain.length === MAX_STEPS) continue;
          wanted -= this.#make([ingredient, ...chain], wanted, from);
        }
      }
      made += times * recipe.makes;
    }
    if (made > amount) from.spare(chain[0]!, made - amount);
    return Math.min(made, amount);
  }

  #timesPossible(
    chain: readonly number[],
    { makes, from: parts }: KnownRecipe,
    amount: number,
    from: Ingredients,
  ): number {
    let times = Math.ceil(amount / makes);
    for (const { anyOf, count } of parts) {
      let ready = 0;
      for (const ingredient of anyOf) {
        if (!chain.includes(ingredient)) ready += from.sum(ingredient) + this.#canMake([ingredient, ...chain], from);
      }
      times = Math.min(times, Math.floor(ready / count));
    }
    return times;
  }

  #canMake(chain: readonly number[], from: Ingredients): number {
    if (chain.length > MAX_STEPS) return 0;
    let most = 0;
    for (const recipe of this.#watched.recipesOf(chain[0]!)) {
      most += recipe.makes * this.#timesPossible(chain, recipe, Number.MAX_SAFE_INTEGER, from);
    }
    return most;
  }
}
