import assert from "node:assert/strict";
import { test } from "node:test";
import { Recipe as HostRecipe } from "@serenityjs/core";
import { materialName } from "../../../../src/index.ts";
import { Recipes } from "../../../../src/platforms/serenity/items/recipes.ts";

test("every recipe of the game is known, and every ingredient is some material", () => {
  const recipes = new Recipes();
  const results = [...HostRecipe.recipes.values()].flatMap(({ resultants }) => resultants);
  const materials = new Set(results.map(({ identifier }) => materialName(identifier)));
  assert.ok(materials.size > 500);
  for (const material of materials) {
    const ways = recipes.for(material);
    assert.ok(ways.length > 0, material);
    for (const { makes, from } of ways) {
      assert.ok(makes > 0 && from.length > 0, material);
      for (const { anyOf, count } of from) assert.ok(anyOf.length > 0 && count > 0, material);
    }
  }
});

test("what players craft comes before what other blocks make", () => {
  const [first, ...others] = new Recipes().for("DIAMOND");
  assert.deepEqual(first, { makes: 9, from: [{ anyOf: ["minecraft:diamond_block"], count: 1 }] });
  assert.ok(others.some(({ from }) => from[0]?.anyOf.includes("minecraft:diamond_ore")));
});

test("an old name stands for all that is called so now", () => {
  const torches = new Recipes().for("TORCH").flatMap(({ from }) => from.map(({ anyOf }) => anyOf));
  assert.ok(torches.some((anyOf) => anyOf.includes("minecraft:coal") && anyOf.includes("minecraft:charcoal")));
});

test("is worked out once", () => {
  const recipes = new Recipes();
  assert.equal(recipes.for("STICK"), recipes.for("STICK"));
});
