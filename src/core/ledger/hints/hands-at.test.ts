import assert from "node:assert/strict";
import { test } from "node:test";
import { groundPlace } from "../../model/place.ts";
import { handsAt } from "./hands-at.ts";

function player(name: string, x: number, z: number, world = "world") {
  return { place: `player:${name}`, location: () => ({ world, x, y: 64, z }) };
}

test("who stands on a ground, or within reach of it, can pick up what lies there", () => {
  const players = [
    player("on it", 8, 8),
    player("beside it", 17, 8),
    player("too far", 19, 8),
    player("in another world", 8, 8, "nether"),
  ];
  const ground = groundPlace({ world: "world", x: 0, y: 64, z: 0 });
  assert.deepEqual(handsAt(ground, players), ["player:on it", "player:beside it"]);
});
