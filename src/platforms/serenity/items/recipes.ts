import {
  Recipe as HostRecipe,
  ItemStack,
  ItemType,
  ShapedCraftingRecipe,
  ShapelessCraftingRecipe,
} from "@serenityjs/core";
import { materialName, type Recipe } from "../../../index.ts";

/** An ingredient of a Serenity recipe: one type, or any of several types that share a tag or an old name. */
type Ingredient = ShapelessCraftingRecipe["ingredients"][number];

/** Recipes with this tag are crafted by players; 0.8.21 also knows those of furnaces and stonecutters. */
const BY_HAND = "crafting_table";

/** The recipes of Serenity by result, read when they are first asked for. */
export class Recipes {
  readonly #made = new Map<string, readonly Recipe[]>();
  #byResult: Map<string, HostRecipe[]> | undefined;

  /** `material` is written as `DIAMOND`. Recipes that players craft come first. */
  for(material: string): readonly Recipe[] {
    let recipes = this.#made.get(material);
    if (recipes === undefined) {
      this.#byResult ??= recipesByResult();
      recipes = (this.#byResult.get(material) ?? []).flatMap((recipe) => translated(recipe, material));
      this.#made.set(material, recipes);
    }
    return recipes;
  }
}

function recipesByResult(): Map<string, HostRecipe[]> {
  const all = [...HostRecipe.recipes.values()];
  const byResult = new Map<string, HostRecipe[]>();
  for (const isByHand of [true, false]) {
    for (const recipe of all.filter(({ tags }) => tags.includes(BY_HAND) === isByHand)) {
      for (const result of new Set(recipe.resultants.map(({ identifier }) => materialName(identifier)))) {
        const others = byResult.get(result);
        if (others === undefined) byResult.set(result, [recipe]);
        else others.push(recipe);
      }
    }
  }
  return byResult;
}

/** Returns nothing if no ingredient is known: such a recipe would explain any number of results. */
function translated(recipe: HostRecipe, material: string): Recipe[] {
  const counts = new Map<string, { readonly anyOf: readonly string[]; count: number }>();
  for (const ingredient of ingredientsOf(recipe)) {
    const anyOf = materialsOf(ingredient);
    if (anyOf.length === 0) continue;
    const key = anyOf.join();
    const known = counts.get(key) ?? { anyOf, count: 0 };
    counts.set(key, { anyOf, count: known.count + (ingredient.stackSize ?? 1) });
  }
  if (counts.size === 0) return [];
  const result = recipe.resultants.find(({ identifier }) => materialName(identifier) === material);
  const makes = result instanceof ItemStack ? result.getStackSize() : 1;
  return [{ makes, from: [...counts.values()] }];
}

/** Lists an ingredient once for every slot of the grid. */
function ingredientsOf(recipe: HostRecipe): Ingredient[] {
  if (recipe instanceof ShapelessCraftingRecipe) return recipe.ingredients;
  if (!(recipe instanceof ShapedCraftingRecipe)) return [];
  return [...recipe.pattern.join("")].flatMap((letter) => recipe.keys[letter.toUpperCase()] ?? []);
}

function materialsOf({ type, tag, alias }: Ingredient): string[] {
  if (type !== undefined) return [type.identifier];
  const types = [...ItemType.types.values()];
  if (tag !== undefined) return types.filter((candidate) => candidate.hasTag(tag)).map(({ identifier }) => identifier);
  if (alias === undefined) return [];
  // "minecraft:log2" once meant several kinds of logs, and "minecraft:coal" also charcoal: every name with this ending may be
  // meant.
  const ending = alias.replace(/^minecraft:/, "").replace(/\d+$/, "");
  return types.map(({ identifier }) => identifier as string).filter((name) => name.endsWith(ending));
}
