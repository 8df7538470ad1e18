import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entity } from "@serenityjs/core";
import { FloatTag, ListTag } from "@serenityjs/nbt";
import { isInWorld, numberOf, positionOf } from "./entity-facts.ts";

const NUMBER = 12_345_678_901n;

function entityWith(parts: object): Entity {
  return parts as Entity;
}

test("a position is read where Serenity keeps it", () => {
  const stored = new ListTag([new FloatTag(-0.5), new FloatTag(64), new FloatTag(3.25)], "Pos");
  const entity = entityWith({ getStorageEntry: (name: string) => (name === "Pos" ? stored : null) });
  assert.deepEqual(positionOf(entity), { x: -0.5, y: 64, z: 3.25 });
});

test("an entity that keeps its position elsewhere is asked itself", () => {
  const position = { x: 1, y: 2, z: 3 };
  for (const stored of [null, new ListTag([new FloatTag(9)], "Pos")]) {
    assert.equal(positionOf(entityWith({ getStorageEntry: () => stored, position })), position);
  }
});

test("an entity is asked for its number once", () => {
  let asked = 0;
  const entity = entityWith({
    get uniqueId() {
      asked++;
      return NUMBER;
    },
  });
  assert.deepEqual([numberOf(entity), numberOf(entity), asked], [NUMBER, NUMBER, 1]);
});

test("an entity whose number another one has by now is not in the world", () => {
  const dimension = { entities: new Map<bigint, object>() };
  const [first, second] = [1, 2].map(() => entityWith({ uniqueId: NUMBER, dimension })) as [Entity, Entity];
  dimension.entities.set(NUMBER, first);
  assert.deepEqual([isInWorld(first), isInWorld(second)], [true, false]);
  dimension.entities.set(NUMBER, second);
  assert.deepEqual([isInWorld(first), isInWorld(second)], [false, true]);
});
