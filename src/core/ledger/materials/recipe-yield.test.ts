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
  return { recipes: new RecipeYield(watched), classIndex };
}

test("what something is made of counts by way of what that is made of, too", () => {
  const { recipes, classIndex } = kitchen();
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
