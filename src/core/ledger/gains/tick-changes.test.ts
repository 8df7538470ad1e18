import assert from "node:assert/strict";
import { test } from "node:test";
import { TickChanges } from "./tick-changes.ts";

const [HANDS, CHEST] = ["player:alice", "block:world:1,64,1"];
const [DIAMOND, DIRT] = [0, 1];

test("what the looks of one tick find at a place adds up, from the look before the first of them", () => {
  const changes = new TickChanges();
  changes.add(CHEST, DIAMOND, 5, 3);
  changes.add(CHEST, DIRT, 1, 3);
  changes.add(CHEST, DIAMOND, -7, 9);
  const { since, isNew, differences } = changes.at.get(CHEST)!;
  assert.deepEqual(
    [since, isNew, [...differences]],
    [
      3,
      false,
      [
        [DIAMOND, -2],
        [DIRT, 1],
      ],
    ],
  );
});

test("a place that is as it was, or was unknown, is there too, until the tick ends", () => {
  const changes = new TickChanges();
  changes.visit(HANDS, 4, true);
  changes.visit(CHEST, 4, false);
  changes.add(HANDS, DIAMOND, 1, 4);
  const found = [...changes.at.values()].map(({ place, isNew, differences }) => [place, isNew, differences.size]);
  assert.deepEqual(found, [
    [HANDS, true, 1],
    [CHEST, false, 0],
  ]);
  changes.finishTickEnd();
  assert.equal(changes.at.size, 0);
});
