import { materialName } from "../model/material.ts";
import type { Platform } from "../platform.ts";

/** A recipe in which every material is the number that the watch list gives it. */
export interface KnownRecipe {
  readonly makes: number;
  readonly from: readonly { readonly anyOf: readonly number[]; readonly count: number }[];
}

export const NOT_WATCHED = -1;

/** Words that are kept at hand; a power of two. */
const RECENT = 256;

/** Ingredients of ingredients are counted too: both may be made between two looks. */
const RECIPE_STEPS = 2;

/**
 * The materials that are counted, each by a small number: those of which a ledger is kept come first, and then whatever the
 * game makes them of, since goods that vanish into a recipe explain what comes out of it.
 */
export class WatchList {
  /** The excess that is told, by number; materials from `ledgerSize` on are only counted. */
  readonly thresholds: readonly number[];
  readonly ledgerSize: number;
  readonly #names: string[] = [];
  readonly #numberOf = new Map<string, number>();
  /** The same by the game's own words for materials, as they come. */
  readonly #numberOfWord = new Map<string, number>();
  /** Those asked for lately: every stack of every look asks. */
  readonly #recentWords: string[] = new Array<string>(RECENT).fill("");
  readonly #recentNumbers = new Int16Array(RECENT);
  readonly #recipes: KnownRecipe[][] = [];
  readonly #platform: Platform;

  constructor(thresholds: ReadonlyMap<string, number>, platform: Platform) {
    this.#platform = platform;
    for (const material of thresholds.keys()) this.#number(materialName(material));
    this.ledgerSize = this.#names.length;
    const byName = new Map([...thresholds].map(([material, threshold]) => [materialName(material), threshold]));
    this.thresholds = this.#names.map((name) => byName.get(name)!);
    for (let steps = 0, from = 0; steps < RECIPE_STEPS; steps++) {
      const to = this.#names.length;
      for (let number = from; number < to; number++) this.#recipes.push(this.#recipesOf(this.#names[number]!));
      from = to;
    }
  }

  /** How many materials are counted. */
  get size(): number {
    return this.#names.length;
  }

  nameOf(number: number): string {
    return this.#names[number]!;
  }

  /** `NOT_WATCHED` for nearly everything. */
  numberOf(material: string): number {
    const at = (material.length * 31 + material.charCodeAt(material.length - 1)) & (RECENT - 1);
    if (this.#recentWords[at] === material) return this.#recentNumbers[at]!;
    const number = this.#lookUp(material);
    this.#recentWords[at] = material;
    this.#recentNumbers[at] = number;
    return number;
  }

  /** The ways of making a material of the ledger, or one of its ingredients. */
  recipesOf(number: number): readonly KnownRecipe[] {
    return this.#recipes[number] ?? [];
  }

  /** What making a material takes of those that are counted, going by its first recipe; `undefined` when that is nothing. */
  recipeOf(material: string): KnownRecipe | undefined {
    const [recipe] = this.#platform.recipesFor?.(materialName(material)) ?? [];
    const from = (recipe?.from ?? []).map(({ anyOf, count }) => ({ anyOf: this.#countedOf(anyOf), count }));
    const counted = from.filter(({ anyOf }) => anyOf.length > 0);
    return recipe === undefined || counted.length === 0 ? undefined : { makes: recipe.makes, from: counted };
  }

  #lookUp(material: string): number {
    const known = this.#numberOfWord.get(material);
    if (known !== undefined) return known;
    const number = this.#numberOf.get(materialName(material)) ?? NOT_WATCHED;
    this.#numberOfWord.set(material, number);
    return number;
  }

  #recipesOf(name: string): KnownRecipe[] {
    return [...(this.#platform.recipesFor?.(name) ?? [])].map(({ makes, from }) => ({
      makes,
      from: from.map(({ anyOf, count }) => ({
        anyOf: anyOf.map((ingredient) => this.#number(materialName(ingredient))),
        count,
      })),
    }));
  }

  #countedOf(materials: readonly string[]): number[] {
    return materials.map((material) => this.numberOf(material)).filter((number) => number !== NOT_WATCHED);
  }

  #number(name: string): number {
    let number = this.#numberOf.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numberOf.set(name, number);
    }
    return number;
  }
}
