import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { formatLocation, parseLocation } from "./location.ts";

describe("a location", () => {
  it("is written as world, colon, and three whole numbers", () => {
    assert.equal(formatLocation({ world: "world", x: 1, y: 64, z: -7 }), "world:1,64,-7");
    assert.equal(formatLocation({ world: "world/nether", x: 0, y: 0, z: 0 }), "world/nether:0,0,0");
  });

  it("rounds down to the block: -0.5 is -1", () => {
    assert.equal(formatLocation({ world: "w", x: -0.5, y: 63.99, z: 0.5 }), "w:-1,63,0");
    assert.equal(formatLocation({ world: "w", x: -0, y: -1, z: -1.0001 }), "w:0,-1,-2");
  });

  it("is split at its last colon, since a world's name may hold one", () => {
    assert.deepEqual(parseLocation("a:b:1,2,3"), { world: "a:b", x: 1, y: 2, z: 3 });
  });

  it("refuses every other form", () => {
    const refused = [
      "",
      "somewhere",
      ":1,2,3",
      "world:",
      "world:1,2",
      "world:1,2,3,4",
      "world: 1,2,3",
      "world:1.5,2,3",
      "world:1,2,3 ",
      "world:+1,2,3",
      "world:1e3,2,3",
      "world:-0,2,3",
      "world:2147483648,2,3",
      "world:-2147483649,2,3",
      "world:99999999999,2,3",
      "world;1,2,3",
    ];
    for (const text of refused) assert.equal(parseLocation(text), undefined, text);
  });

  it("reads back as it was written, whatever the world is called", () => {
    const coordinate = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const worlds = fc.string({ unit: "binary", minLength: 1 });
    fc.assert(
      fc.property(worlds, coordinate, coordinate, coordinate, (world, x, y, z) => {
        assert.deepEqual(parseLocation(formatLocation({ world, x, y, z })), { world, x, y, z });
      }),
    );
  });
});
