import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { RecipeYield } from "./recipe-yield.ts";
import { WatchList } from "./watch-list.ts";

function kitchen() {
  const platform = new FakePlatform();
  platform.recipes.set("BREAD", [{ makes: 1, from: [{ anyOf: ["wheat"], count: 3 }] }]);
  platform.recipes.set("SANDWICH", [
    {
      makes: 2,
      from: [
        { anyOf: ["bread"], count: 1 },
        { anyOf: ["apple"], count: 1 },
      ],
    },
  ]);
  const watched = new WatchList(new Map([["sandwich", 1]]), platform);
  const classIndex = (material: string) => watched.classes.classOf[watched.indexOf(material)]!;
  const left = new Map<number, number>();
  const from = {
    available: (one: number) => left.get(one) ?? 0,
    take: (one: number, units: number) => void left.set(one, (left.get(one) ?? 0) - units),
  };
  return { recipes: new RecipeYield(watched), classIndex, left, from };
}

test("as much can have been made as all ingredients allow, and no more is taken than that needs", () => {
  const { recipes, classIndex, left, from } = kitchen();
  left.set(classIndex("bread"), 5);
  left.set(classIndex("apple"), 3);
  assert.equal(recipes.make(classIndex("sandwich"), 3, from), 3);
  assert.deepEqual([left.get(classIndex("bread")), left.get(classIndex("apple"))], [3, 1]);
  assert.equal(recipes.make(classIndex("sandwich"), 9, from), 2);
  assert.equal(recipes.make(classIndex("sandwich"), 9, from), 0);
});

test("ingredients may have been made a moment before", () => {
  const { recipes, classIndex, left, from } = kitchen();
  left.set(classIndex("wheat"), 7);
  left.set(classIndex("apple"), 9);
  assert.equal(recipes.make(classIndex("sandwich"), 9, from), 4);
  assert.equal(left.get(classIndex("wheat")), 1);
  assert.deepEqual(
    recipes.madeOf(classIndex("sandwich")),
    new Set(["sandwich", "bread", "apple", "wheat"].map(classIndex)),
  );
});

test("what one piece makes is known by way of the ingredient of which there is least", () => {
  const { recipes, classIndex } = kitchen();
  const yields = (...there: [string, number][]) => {
    const amounts = new Map(there.map(([name, amount]) => [classIndex(name), amount]));
    return recipes.yields(classIndex("sandwich"), (one) => amounts.get(one) ?? 0);
  };
  const ofApples = new Map([
    [classIndex("sandwich"), 1],
    [classIndex("apple"), 2],
  ]);
  assert.deepEqual(yields(["bread", 9], ["apple", 2]), ofApples);
  assert.deepEqual(yields(["wheat", 27], ["apple", 8]), ofApples);
  assert.deepEqual(
    yields(["wheat", 26], ["apple", 9]),
    new Map([
      [classIndex("sandwich"), 1],
      [classIndex("bread"), 2],
      [classIndex("wheat"), 2 / 3],
    ]),
  );
});
