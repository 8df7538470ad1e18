import type { Holder } from "../detection/last-actors.ts";
import { Falls, isSameMoment, type Movement, settle } from "./falls.ts";
import type { Hints } from "./hints.ts";
import type { KnownRecipe, WatchList } from "./watch-list.ts";

/** A material became more at a place. */
export interface Growth extends Movement {
  /** Whom it must be explained for; nobody for what grows by itself: the ground, a chest that nobody handled. */
  readonly holder: Holder | undefined;
  /** True for what a window showed when it was first looked at: it may be a mere view of goods that are elsewhere. */
  readonly isView: boolean;
}

/** What a player gained and nothing explains. */
export interface Gain extends Growth {
  readonly holder: Holder;
  /** How much of the material the player had then. */
  readonly actual: number;
}

export interface ReckoningParts {
  readonly watched: WatchList;
  readonly hints: Hints;
  /** True for goods that appear on purpose. */
  readonly isMeant: (growth: Growth) => boolean;
  readonly actualOf: (growth: Growth) => number;
}

/**
 * Finds out where goods came from. What a player gained is explained by what became less elsewhere, or by what a recipe took;
 * what is not explained at once waits until every place was looked at again, and only then is it an excess.
 */
export class Reckoning {
  readonly #parts: ReckoningParts;
  readonly #watched: WatchList;
  readonly #hints: Hints;
  readonly #falls = new Falls();
  /** What this boundary has found so far. */
  #growths: Growth[] = [];
  #fell: Movement[] = [];
  /** What is not explained yet. */
  #pending: Gain[] = [];
  #boundary = 0;

  constructor(parts: ReckoningParts) {
    this.#parts = parts;
    this.#watched = parts.watched;
    this.#hints = parts.hints;
  }

  grew(growth: Growth): void {
    this.#growths.push(growth);
  }

  fell(fall: Movement): void {
    this.#falls.add(fall);
    this.#fell.push(fall);
  }

  /** How much of a material a player has gained that is still being looked for. */
  pendingOf(playerId: string, number: number): number {
    let sum = 0;
    for (const { holder, number: other, left } of this.#pending) {
      if (holder.id === playerId && other === number) sum += left;
    }
    return sum;
  }

  /**
   * Sorts out what the looks of one boundary found: moves first, since they explain most, then recipes, then what was used up.
   * Returns what windows show and is not really there.
   */
  endBoundary(boundary: number): readonly Growth[] {
    this.#boundary = boundary;
    const growths = this.#growths;
    if (growths.length === 0 && this.#fell.length === 0) {
      this.#hints.takeUsedUp();
      return growths;
    }
    const views = growths.filter(({ isView }) => isView);
    const owned = growths.filter(({ holder, number }) => holder !== undefined && number < this.#watched.ledgerSize);
    for (const growth of owned) this.#explainByMove(growth);
    for (const growth of growths) if (growth.holder === undefined) this.#explainByLink(growth);
    for (const view of views) this.#falls.explain(view);
    for (const growth of owned) this.#explainByRecipe(growth);
    this.#takeUsedUp();
    this.#explainEarlier();
    for (const growth of owned) if (growth.left > 0 && !this.#parts.isMeant(growth)) this.#wait(growth);
    this.#growths = [];
    this.#fell = [];
    return views;
  }

  /** What was seen before a boundary since which everything was looked at again stays unexplained. */
  takeUnexplained(covered: number): Gain[] {
    this.#falls.prune(covered + 1);
    if (this.#pending.length === 0) return this.#pending;
    const open = this.#pending.filter(({ left }) => left > 0);
    this.#pending = open.filter(({ seen }) => seen > covered);
    return open.filter(({ seen }) => seen <= covered);
  }

  #wait(growth: Growth): void {
    this.#pending.push({ ...growth, holder: growth.holder!, actual: this.#parts.actualOf(growth) });
  }

  #explainByMove(growth: Growth): void {
    this.#falls.explain(growth, (fall) => this.#isOfThisBoundary(fall) && this.#hints.isLinked(growth, fall));
    this.#falls.explain(growth);
  }

  /** What grew by itself may still be where a player put something: then that explains nothing else. */
  #explainByLink(growth: Growth): void {
    this.#falls.explain(growth, (fall) => this.#isOfThisBoundary(fall) && this.#hints.isLinked(growth, fall));
  }

  #explainByRecipe(growth: Growth): void {
    for (const recipe of this.#watched.recipesOf(growth.number)) {
      if (growth.left === 0) return;
      const times = this.#timesMade(recipe, growth);
      if (times === 0) continue;
      for (const { anyOf, count } of recipe.from) {
        let wanted = count * times;
        for (const ingredient of anyOf) {
          wanted = this.#falls.take(ingredient, wanted, (fall) => this.#isIngredient(fall, growth));
        }
      }
      growth.left = Math.max(0, growth.left - times * recipe.makes);
    }
  }

  /** How often a recipe was carried out, going by what its ingredients lost and by what is to be explained. */
  #timesMade({ makes, from }: KnownRecipe, growth: Growth): number {
    let times = Math.ceil(growth.left / makes);
    for (const { anyOf, count } of from) {
      let lost = 0;
      for (const ingredient of anyOf) lost += this.#falls.sum(ingredient, (fall) => this.#isIngredient(fall, growth));
      times = Math.min(times, Math.floor(lost / count));
    }
    return times;
  }

  #isIngredient(fall: Movement, growth: Growth): boolean {
    if (fall.place !== growth.place && !this.#hints.isLinked(growth, fall)) return false;
    return isSameMoment(growth, fall);
  }

  #takeUsedUp(): void {
    for (const { place, number, count } of this.#hints.takeUsedUp()) {
      this.#falls.take(number, count, (fall) => fall.place === place && this.#isOfThisBoundary(fall));
    }
  }

  /** What fell now may be where an earlier growth came from, or the same goods on their way out again: a mere flicker. */
  #explainEarlier(): void {
    if (this.#pending.length === 0) return;
    for (const fall of this.#fell) {
      for (const growth of this.#pending) {
        if (growth.number !== fall.number || growth.left === 0 || fall.left === 0) continue;
        if (growth.place === fall.place || isSameMoment(growth, fall)) settle(growth, fall);
      }
    }
  }

  #isOfThisBoundary({ seen }: Movement): boolean {
    return seen === this.#boundary;
  }
}
