import assert from "node:assert/strict";
import { test } from "node:test";
import { type KnownRecipe, MaterialClasses } from "./material-classes.ts";

const [NUGGET, INGOT, BLOCK, APPLE, GOLDEN_APPLE] = [0, 1, 2, 3, 4];

function of(materialIndex: number, count: number): KnownRecipe["from"][number] {
  return { anyOf: [materialIndex], count };
}

const RECIPES = new Map<number, KnownRecipe[]>([
  [NUGGET, [{ makes: 9, from: [of(INGOT, 1)] }]],
  [
    INGOT,
    [
      { makes: 1, from: [of(NUGGET, 9)] },
      { makes: 9, from: [of(BLOCK, 1)] },
    ],
  ],
  [BLOCK, [{ makes: 1, from: [of(INGOT, 9)] }]],
  [GOLDEN_APPLE, [{ makes: 1, from: [of(INGOT, 8), of(APPLE, 1)] }]],
]);

test("what can be turned into each other without loss is one class, with whole weights", () => {
  const { classOf, weightOf, heaviest } = new MaterialClasses(5, (materialIndex) => RECIPES.get(materialIndex) ?? []);
  assert.deepEqual(classOf, [0, 0, 0, 1, 2]);
  assert.deepEqual(weightOf, [1, 9, 81, 1, 1]);
  assert.deepEqual(heaviest, [81, 1, 1]);
});

test("a recipe that loses something, or cannot be undone, makes no class", () => {
  const lossy = new Map([
    [0, [{ makes: 8, from: [of(1, 1)] }]],
    [1, [{ makes: 1, from: [of(0, 9)] }]],
  ]);
  assert.deepEqual(new MaterialClasses(2, (materialIndex) => lossy.get(materialIndex) ?? []).classOf, [0, 1]);
});
