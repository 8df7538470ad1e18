import assert from "node:assert/strict";
import { test } from "node:test";
import type { Dimension } from "@serenityjs/core";
import { FlatGenerator } from "./flat-generator.ts";

test("every chunk is bedrock, earth and grass, and air above", async () => {
  const generator = new FlatGenerator({ type: 0 } as Dimension);
  const chunk = await generator.apply(3, -4);
  assert.deepEqual([chunk.x, chunk.z], [3, -4]);
  for (const [x, z] of [
    [0, 0],
    [15, 7],
  ] as const) {
    const names = [-64, -63, -62, -61, -60].map((y) => chunk.getPermutation({ x, y, z }).type.identifier);
    assert.deepEqual(names, [
      "minecraft:bedrock",
      "minecraft:dirt",
      "minecraft:dirt",
      "minecraft:grass_block",
      "minecraft:air",
    ]);
  }
});
