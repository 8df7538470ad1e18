import { materialName } from "../../model/material.ts";
import type { Platform, Recipe } from "../../platform.ts";
import { type KnownRecipe, MaterialClasses } from "./material-classes.ts";

/** One way of making units of a class out of other classes. */
export interface WayToMake {
  readonly makes: number;
  readonly parts: readonly {
    readonly anyOf: readonly { readonly classIndex: number; readonly weight: number }[];
    readonly count: number;
  }[];
}

export const NOT_WATCHED = -1;

/** How many names of materials are cached; a power of two. */
const RECENT = 256;

/** Ingredients of ingredients are counted too: both may be made between two looks. */
const RECIPE_STEPS = 2;

/**
 * The materials that are counted, each by a small number. Those with a ledger come first, followed by everything that the game makes them
 * of, because goods that vanish into a recipe explain its product.
 */
export class WatchList {
  /** The excess from which staff are told, by number. Materials with higher numbers are only counted. */
  readonly thresholds: readonly number[];
  readonly classes: MaterialClasses;
  /** For each class, the numbers of its materials with a ledger. */
  readonly listed: readonly (readonly number[])[];
  readonly #names: string[] = [];
  readonly #numberOf = new Map<string, number>();
  /** The same by the game's own names of materials, added as they come. */
  readonly #numberOfWord = new Map<string, number>();
  /** Names that were asked for lately: every stack of every look asks. */
  readonly #recentWords: string[] = new Array<string>(RECENT).fill("");
  readonly #recentNumbers = new Int16Array(RECENT);
  readonly #waysToMake: WayToMake[][];
  readonly #platform: Platform;

  constructor(thresholds: ReadonlyMap<string, number>, platform: Platform) {
    this.#platform = platform;
    for (const material of thresholds.keys()) this.#number(materialName(material));
    const byName = new Map([...thresholds].map(([material, threshold]) => [materialName(material), threshold]));
    this.thresholds = this.#names.map((name) => byName.get(name)!);
    for (let steps = 0, from = 0; steps < RECIPE_STEPS; steps++) {
      const to = this.#names.length;
      for (let number = from; number < to; number++) this.#nameIngredients(number);
      from = to;
    }
    const recipes = this.#names.map((name) => this.#recipes(name).flatMap((recipe) => this.#whollyKnown(recipe)));
    this.classes = new MaterialClasses(recipes.length, (number) => recipes[number]!);
    const kept = [...this.thresholds.keys()];
    this.listed = this.classes.heaviest.map((_, classIndex) =>
      kept.filter((number) => this.classes.classOf[number] === classIndex),
    );
    this.#waysToMake = this.classes.heaviest.map(() => []);
    for (const [number, ways] of recipes.entries()) for (const way of ways) this.#addWay(number, way);
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

  /** The ways of making a class out of others. */
  waysToMake(classIndex: number): readonly WayToMake[] {
    return this.#waysToMake[classIndex]!;
  }

  /** The counted goods that making a material once takes at least, whichever recipe was used. */
  takenBy(material: string): readonly { readonly number: number; readonly count: number }[] {
    const [first = [], ...others] = this.#recipes(materialName(material)).map(({ from }) =>
      from.flatMap(({ anyOf, count }) => {
        const numbers = anyOf.map((ingredient) => this.numberOf(ingredient));
        // If several would do, nobody knows which it was.
        return numbers.length !== 1 || numbers[0] === NOT_WATCHED ? [] : [{ number: numbers[0]!, count }];
      }),
    );
    const countIn = (parts: typeof first, number: number) => parts.find((part) => part.number === number)?.count ?? 0;
    return first
      .map(({ number, count }) => ({ number, count: Math.min(count, ...others.map((one) => countIn(one, number))) }))
      .filter(({ count }) => count > 0);
  }

  #recipes(name: string): readonly Recipe[] {
    return [...(this.#platform.recipesFor?.(name) ?? [])];
  }

  #nameIngredients(number: number): void {
    for (const { from } of this.#recipes(this.#names[number]!))
      for (const { anyOf } of from) for (const ingredient of anyOf) this.#number(materialName(ingredient));
  }

  /** Leaves out recipes with an ingredient that is not counted, which would be a free source. Recipes are followed for two steps only. */
  #whollyKnown({ makes, from }: Recipe): KnownRecipe[] {
    const known = from.map(({ anyOf, count }) => ({
      anyOf: anyOf.flatMap((ingredient) => this.#numberOf.get(materialName(ingredient)) ?? []),
      count,
    }));
    return known.every(({ anyOf }) => anyOf.length > 0) ? [{ makes, from: known }] : [];
  }

  #addWay(number: number, { makes, from }: KnownRecipe): void {
    const { classOf, weightOf } = this.classes;
    const classIndex = classOf[number]!;
    if (from.some(({ anyOf }) => anyOf.every((one) => classOf[one] === classIndex))) return;
    const parts = from.map(({ anyOf, count }) => ({
      anyOf: anyOf.map((one) => ({ classIndex: classOf[one]!, weight: weightOf[one]! })),
      count,
    }));
    this.#waysToMake[classIndex]!.push({ makes: makes * weightOf[number]!, parts });
  }

  #lookUp(material: string): number {
    const known = this.#numberOfWord.get(material);
    if (known !== undefined) return known;
    const number = this.#numberOf.get(materialName(material)) ?? NOT_WATCHED;
    this.#numberOfWord.set(material, number);
    return number;
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
