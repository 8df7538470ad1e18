import type { Log } from "../../model/log.ts";
import { materialName } from "../../model/material.ts";
import type { Platform, Recipe } from "../../platform.ts";
import { type KnownRecipe, MaterialClasses } from "./material-classes.ts";

/** One way of making units of a class out of other classes. */
interface WayToMake {
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
 * The materials that are counted, each by its index here. Those with a ledger come first, followed by everything that the game makes them
 * of, because goods that vanish into a recipe explain its product.
 */
export class WatchList {
  /** The excess from which staff are told, by index. Materials with higher indexes are only counted. */
  readonly thresholds: readonly number[];
  readonly classes: MaterialClasses;
  /** For each class, the indexes of its materials with a ledger. */
  readonly listed: readonly (readonly number[])[];
  readonly #names: string[] = [];
  readonly #indexByName = new Map<string, number>();
  /** The same by the game's own names of materials, added as they come. */
  readonly #indexByWord = new Map<string, number>();
  /** Names that were asked for lately: every stack of every look asks. */
  readonly #recentWords: string[] = new Array<string>(RECENT).fill("");
  readonly #recentIndexes = new Int16Array(RECENT);
  readonly #waysToMake: WayToMake[][];
  readonly #platform: Platform;

  constructor(thresholds: ReadonlyMap<string, number>, platform: Platform) {
    this.#platform = platform;
    for (const material of thresholds.keys()) this.#add(materialName(material));
    const byName = new Map([...thresholds].map(([material, threshold]) => [materialName(material), threshold]));
    this.thresholds = this.#names.map((name) => byName.get(name)!);
    for (let steps = 0, from = 0; steps < RECIPE_STEPS; steps++) {
      const to = this.#names.length;
      for (let materialIndex = from; materialIndex < to; materialIndex++) this.#nameIngredients(materialIndex);
      from = to;
    }
    const recipes = this.#names.map((name) => this.#recipes(name).flatMap((recipe) => this.#whollyKnown(recipe)));
    this.classes = new MaterialClasses(recipes.length, (materialIndex) => recipes[materialIndex]!);
    const kept = [...this.thresholds.keys()];
    this.listed = this.classes.heaviest.map((_, classIndex) =>
      kept.filter((materialIndex) => this.classes.classOf[materialIndex] === classIndex),
    );
    this.#waysToMake = this.classes.heaviest.map(() => []);
    for (const [materialIndex, ways] of recipes.entries()) for (const way of ways) this.#addWay(materialIndex, way);
  }

  /** How many materials are counted. */
  get size(): number {
    return this.#names.length;
  }

  /** The names of the materials with a ledger. */
  get listedNames(): readonly string[] {
    return this.#names.slice(0, this.thresholds.length);
  }

  nameOf(materialIndex: number): string {
    return this.#names[materialIndex]!;
  }

  /** `NOT_WATCHED` for nearly everything. */
  indexOf(material: string): number {
    const at = (material.length * 31 + material.charCodeAt(material.length - 1)) & (RECENT - 1);
    if (this.#recentWords[at] === material) return this.#recentIndexes[at]!;
    const materialIndex = this.#lookUp(material);
    this.#recentWords[at] = material;
    this.#recentIndexes[at] = materialIndex;
    return materialIndex;
  }

  /** The ways of making a class out of others. */
  waysToMake(classIndex: number): readonly WayToMake[] {
    return this.#waysToMake[classIndex]!;
  }

  /** The counted goods that making a material once takes at least, whichever recipe was used, and how many that makes at most. */
  takenBy(material: string): { makes: number; parts: readonly { materialIndex: number; count: number }[] } {
    const recipes = this.#recipes(materialName(material));
    const taken = recipes.map(({ from }) => {
      // If several would do, nobody knows which it was.
      const certain = from.filter(({ anyOf }) => anyOf.length === 1);
      return new Map(certain.map(({ anyOf, count }) => [this.indexOf(anyOf[0]!), count]));
    });
    const least = (materialIndex: number) => Math.min(...taken.map((counts) => counts.get(materialIndex) ?? 0));
    const parts = [...(taken[0]?.keys() ?? [])]
      .map((materialIndex) => ({ materialIndex, count: least(materialIndex) }))
      .filter(({ materialIndex, count }) => materialIndex !== NOT_WATCHED && count > 0);
    return { makes: Math.max(1, ...recipes.map(({ makes }) => makes)), parts };
  }

  #recipes(name: string): readonly Recipe[] {
    return [...(this.#platform.recipesFor?.(name) ?? [])];
  }

  #nameIngredients(materialIndex: number): void {
    for (const { from } of this.#recipes(this.#names[materialIndex]!))
      for (const { anyOf } of from) for (const ingredient of anyOf) this.#add(materialName(ingredient));
  }

  /** Leaves out recipes with an ingredient that is not counted, which would be a free source. Recipes are followed for two steps only. */
  #whollyKnown({ makes, from }: Recipe): KnownRecipe[] {
    const known = from.map(({ anyOf, count }) => ({
      anyOf: anyOf.flatMap((ingredient) => this.#indexByName.get(materialName(ingredient)) ?? []),
      count,
    }));
    return known.every(({ anyOf }) => anyOf.length > 0) ? [{ makes, from: known }] : [];
  }

  #addWay(materialIndex: number, { makes, from }: KnownRecipe): void {
    const { classOf, weightOf } = this.classes;
    const classIndex = classOf[materialIndex]!;
    if (from.some(({ anyOf }) => anyOf.every((one) => classOf[one] === classIndex))) return;
    const parts = from.map(({ anyOf, count }) => ({
      anyOf: anyOf.map((one) => ({ classIndex: classOf[one]!, weight: weightOf[one]! })),
      count,
    }));
    this.#waysToMake[classIndex]!.push({ makes: makes * weightOf[materialIndex]!, parts });
  }

  #lookUp(material: string): number {
    const known = this.#indexByWord.get(material);
    if (known !== undefined) return known;
    const materialIndex = this.#indexByName.get(materialName(material)) ?? NOT_WATCHED;
    this.#indexByWord.set(material, materialIndex);
    return materialIndex;
  }

  #add(name: string): void {
    if (!this.#indexByName.has(name)) this.#indexByName.set(name, this.#names.push(name) - 1);
  }
}

/** Warns about watched materials that can never be counted, or need no ledger. */
export function checkMaterials(names: readonly string[], platform: Platform, log: Log): void {
  for (const name of names) {
    // Some games know their materials by the full name only.
    const item = platform.createItem?.(`minecraft:${name.toLowerCase()}`) ?? platform.createItem?.(name.toLowerCase());
    if (platform.createItem !== undefined && item === undefined) {
      log.warn(`balance.materials in config.yml names ${name}, which this game does not have: it is never counted.`);
    } else if (item?.maxStackSize === 1) {
      log.warn(`balance.materials in config.yml names ${name}, which does not stack: its items have ids of their own.`);
    }
  }
}
