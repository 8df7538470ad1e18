import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dimension, Serenity } from "@serenityjs/core";
import { Worlds } from "./worlds.ts";

describe("a dimension's name", () => {
  const { serenity, overworld, nether } = serverWith("lobby");
  const worlds = new Worlds(serenity);

  it("is the world's own for the first one, and name/nether for the other", () => {
    assert.deepEqual(worlds.locationOf(overworld, { x: 1.5, y: 64, z: -2.5 }), {
      world: "lobby",
      x: 1.5,
      y: 64,
      z: -2.5,
    });
    assert.equal(worlds.nameOf(nether), "lobby/nether");
  });

  it("leads back to it, and to nothing when there is none of that name", () => {
    assert.equal(worlds.find("lobby"), overworld);
    assert.equal(worlds.find("lobby/nether"), nether);
    assert.equal(worlds.find("world"), undefined);
  });
});

/** A server with one world of two dimensions. */
function serverWith(identifier: string): { serenity: Serenity; overworld: Dimension; nether: Dimension } {
  const dimensions = new Map<string, Dimension>();
  const world = { identifier, dimensions, getDimension: () => dimensions.get("overworld") };
  const dimension = (name: string) => ({ identifier: name, world }) as unknown as Dimension;
  const [overworld, nether] = [dimension("overworld"), dimension("nether")];
  dimensions.set("overworld", overworld).set("nether", nether);
  const serenity = { worlds: new Map([[identifier, world]]) } as unknown as Serenity;
  return { serenity, overworld, nether };
}
