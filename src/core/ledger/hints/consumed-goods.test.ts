import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { ConsumedGoods } from "./consumed-goods.ts";

const [HANDS, GROUND] = ["player:00000000-0000-4000-8000-00000000a11c", "ground:world:0,0"];

test("what was used up waits for a look at its place; a word that comes twice is of one use", () => {
  const consumed = new ConsumedGoods();
  const item = new FakeItem(fakeStack("bread", { count: 3, maxStackSize: 64 }));
  const eaten = { place: HANDS, materialIndex: 0, count: 1, told: 5 };
  consumed.add(eaten, item);
  consumed.add(eaten, item);
  assert.deepEqual(consumed.places(), [HANDS]);
  assert.deepEqual(
    consumed.takeLookedAt((place) => place === GROUND),
    [],
  );
  assert.deepEqual(
    consumed.takeLookedAt(() => true),
    [eaten],
  );
  assert.deepEqual(consumed.places(), []);
  consumed.finishTickEnd(5 + EVENT_SKEW_TICKS);
  consumed.add({ ...eaten, told: 30 }, item);
  assert.deepEqual(consumed.places(), [HANDS], "a second later it is another use");
});
