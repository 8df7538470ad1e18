import { materialName, type Recipe } from "../../../index.ts";
import type { SquidIngredient, SquidRecipe, SquidRegistry } from "../squid-server.ts";

/** The recipes of the server's version of the game. */
export class Recipes {
  readonly #registry: SquidRegistry;
  readonly #made = new Map<string, readonly Recipe[]>();

  constructor(registry: SquidRegistry) {
    this.#registry = registry;
  }

  /** `material` is written as `DIAMOND`. */
  for(material: string): readonly Recipe[] {
    let recipes = this.#made.get(material);
    if (recipes === undefined) {
      const { itemsByName, recipes: known } = this.#registry;
      const type = itemsByName[material.toLowerCase()];
      recipes = (type && known?.[type.id])?.flatMap((recipe) => this.#translated(recipe)) ?? [];
      this.#made.set(material, recipes);
    }
    return recipes;
  }

  /** Returns nothing if no ingredient is known: such a recipe would explain any number of results. */
  #translated({ inShape = [], ingredients = [], result }: SquidRecipe): Recipe[] {
    const counts = new Map<string, number>();
    for (const ingredient of [...inShape.flat(), ...ingredients]) {
      const name = this.#nameOf(ingredient);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    return [{ makes: result.count, from: [...counts].map(([name, count]) => ({ anyOf: [name], count })) }];
  }

  #nameOf(ingredient: SquidIngredient): string | undefined {
    const id = typeof ingredient === "number" ? ingredient : ingredient?.id;
    const name = id === undefined ? undefined : this.#registry.items[id]?.name;
    return name && materialName(name);
  }
}
