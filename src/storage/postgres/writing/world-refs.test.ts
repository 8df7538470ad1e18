import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { besideWorld, lowWorld, MOST_BESIDE, MOST_WORLDS, valueBeside, worldOf } from "./world-refs.ts";

describe("the number of a world in a row", () => {
  it("is itself as long as it fits 15 bits, whatever stands beside it", () => {
    for (const [world, beside] of [
      [1, 0],
      [32_767, 32_767],
    ] as const) {
      assert.deepEqual([lowWorld(world), besideWorld(world, beside)], [world, beside]);
      assert.deepEqual([worldOf(world, beside), valueBeside(beside)], [world, beside]);
    }
  });

  it("fits two columns of 16 bits when it is higher, and none stands for two", () => {
    const seen = new Set<string>();
    const worlds = [32_768, 65_535, 65_536, 98_304, 131_072, MOST_WORLDS];
    for (const world of worlds) {
      for (const value of [0, 1, MOST_BESIDE]) {
        const pair = [lowWorld(world), besideWorld(world, value)] as const;
        for (const half of pair) assert.equal(half, (half << 16) >> 16);
        assert.ok(pair[1] < 0);
        assert.deepEqual([worldOf(...pair), valueBeside(pair[1])], [world, value]);
        seen.add(pair.join());
      }
    }
    assert.equal(seen.size, worlds.length * 3);
  });
});
