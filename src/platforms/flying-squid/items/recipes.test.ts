import assert from "node:assert/strict";
import { test } from "node:test";
import type { SquidRecipe, SquidRegistry } from "../squid-server.ts";
import { Recipes } from "./recipes.ts";

const TYPES = ["air", "diamond", "diamond_block", "stick", "diamond_sword"].map((name, id) => ({
  id,
  name,
  stackSize: 64,
}));

function registry(recipes?: Record<number, readonly SquidRecipe[]>): SquidRegistry {
  return {
    itemsByName: Object.fromEntries(TYPES.map((type) => [type.name, type])),
    items: Object.fromEntries(TYPES.map((type) => [type.id, type])),
    blocks: {},
    entitiesByName: {},
    version: { minecraftVersion: "1.12.2" },
    ...(recipes && { recipes }),
  };
}

test("a recipe without a shape, and one with a shape and empty slots", () => {
  const recipes = new Recipes(
    registry({
      1: [{ ingredients: [2], result: { count: 9 } }],
      4: [
        {
          inShape: [
            [null, 1],
            [null, 1],
            [null, { id: 3 }],
          ],
          result: { count: 1 },
        },
      ],
    }),
  );
  assert.deepEqual(recipes.for("DIAMOND"), [{ makes: 9, from: [{ anyOf: ["DIAMOND_BLOCK"], count: 1 }] }]);
  const from = [
    { anyOf: ["DIAMOND"], count: 2 },
    { anyOf: ["STICK"], count: 1 },
  ];
  assert.deepEqual(recipes.for("DIAMOND_SWORD"), [{ makes: 1, from }]);
  assert.equal(recipes.for("DIAMOND"), recipes.for("DIAMOND"));
});

test("a recipe of which no ingredient is known is left out: it would explain whatever comes out", () => {
  const recipes = new Recipes(registry({ 1: [{ ingredients: [99], result: { count: 9 } }] }));
  assert.deepEqual(recipes.for("DIAMOND"), []);
});

test("materials without recipes, unknown materials, and versions without recipes", () => {
  assert.deepEqual(new Recipes(registry({})).for("STICK"), []);
  assert.deepEqual(new Recipes(registry({})).for("NO_SUCH_ITEM"), []);
  assert.deepEqual(new Recipes(registry()).for("DIAMOND"), []);
});
