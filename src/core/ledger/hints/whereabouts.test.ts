import assert from "node:assert/strict";
import { test } from "node:test";
import { groundPlace } from "../../model/place.ts";
import { Whereabouts } from "./whereabouts.ts";

const GROUND = groundPlace({ world: "world", x: 0, y: 64, z: 0 });

function player(name: string, x: number, z: number, world = "world", isCreative = false) {
  return { id: name, place: `player:${name}`, location: () => ({ world, x, y: 64, z }), isCreative: () => isCreative };
}

test("who stands on a ground, or within reach of it, can pick up what lies there", () => {
  const whereabouts = new Whereabouts();
  const players = [
    player("on it", 8, 8),
    player("beside it", 17, 8),
    player("too far", 19, 8),
    player("in another world", 8, 8, "nether"),
  ];
  whereabouts.noteAll(players, 10, 0);
  assert.deepEqual(whereabouts.handsAt(GROUND, 10), ["player:on it", "player:beside it"]);
});

test("who was there since a look can have picked it up then, wherever the player is now", () => {
  const whereabouts = new Whereabouts();
  for (const [tick, x] of [8, 8.5, 300, 600].entries()) whereabouts.noteAll([player("alice", x, 8)], tick, 0);
  assert.deepEqual(whereabouts.handsAt(GROUND, 1), ["player:alice"]);
  assert.deepEqual(whereabouts.handsAt(GROUND, 2), []);
  whereabouts.noteAll([], 9, 4);
  assert.deepEqual(whereabouts.handsAt(GROUND, 0), [], "nothing was last looked at so long ago");
});

test("who was in creative mode, or in another world, since a look was free then", () => {
  const whereabouts = new Whereabouts();
  const stays = [player("alice", 8, 8, "arena"), player("alice", 8, 8, "world", true), player("alice", 8, 8)];
  for (const [tick, stay] of stays.entries()) whereabouts.noteAll([stay], tick, 0);
  const wasFree = (since: number) => whereabouts.wasFree("alice", since, (world) => world === "arena");
  assert.deepEqual([0, 1, 2].map(wasFree), [true, true, false]);
  assert.equal(
    whereabouts.wasFree("bob", 0, () => true),
    false,
  );
});

test("who stays is where the player was, although others leave and come in between", () => {
  const whereabouts = new Whereabouts();
  const [alice, bob] = [player("alice", 8, 8), player("bob", 8.5, 8)];
  const comings = [[alice, bob], [bob], [bob, alice], [alice], [alice]].map((players, tick) =>
    whereabouts.noteAll(players, tick, 0),
  );
  assert.deepEqual(
    comings.map(({ begun }) => begun),
    [["player:alice", "player:bob"], [], ["player:alice"], [], []],
  );
  assert.deepEqual(
    comings.map(({ ended }) => ended),
    [[], ["player:alice"], [], ["player:bob"], []],
  );
  const hands = (since: number) => whereabouts.handsAt(GROUND, since).toSorted();
  assert.deepEqual(hands(2), ["player:alice", "player:bob"]);
  assert.deepEqual(hands(3), ["player:alice"]);
  whereabouts.noteAll([], 5, 5);
  assert.deepEqual(hands(0), [], "nothing was last looked at so long ago");
});
