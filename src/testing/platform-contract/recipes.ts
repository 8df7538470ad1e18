import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { materialName, type Platform } from "../../core/index.ts";
import type { OpenGame } from "./game-under-test.ts";

/** How materials are made of others. */
export function recipeContract(open: OpenGame): void {
  describe("recipes", () => {
    it("say what goes in and how many come out", async (context) => {
      const { platform } = await open(context);
      if (!platform.recipesFor) return context.skip("this game server has no recipes");
      assert.ok(recipesOf(platform, "DIAMOND").includes("9 of 1 DIAMOND_BLOCK"));
      assert.ok(recipesOf(platform, "DIAMOND_BLOCK").includes("1 of 9 DIAMOND"));
      assert.ok(recipesOf(platform, "DIAMOND_SWORD").includes("1 of 1 STICK and 2 DIAMOND"));
      assert.deepEqual(recipesOf(platform, "NO_SUCH_ITEM"), []);
    });

    it("give every kind of an ingredient that may be of several kinds", async (context) => {
      const { platform } = await open(context);
      if (!platform.recipesFor) return context.skip("this game server has no recipes");
      const planks = [...platform.recipesFor("STICK")]
        .filter(({ makes }) => makes === 4)
        .flatMap(({ from }) => from.flatMap(({ anyOf }) => anyOf.map(materialName)));
      for (const kind of ["OAK_PLANKS", "SPRUCE_PLANKS", "CRIMSON_PLANKS"]) assert.ok(planks.includes(kind), kind);
    });
  });
}

/** Recipes as texts such as `4 of 1 COAL and 1 STICK`. An ingredient of several kinds is named by its first. */
function recipesOf(platform: Platform, material: string): string[] {
  return [...(platform.recipesFor?.(material) ?? [])].map(({ makes, from }) => {
    const ingredients = from.map(({ anyOf, count }) => `${count} ${materialName(anyOf[0]!)}`);
    return `${makes} of ${ingredients.sort().join(" and ")}`;
  });
}
