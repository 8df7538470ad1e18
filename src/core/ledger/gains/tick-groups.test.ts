import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import { PlayerActs } from "../hints/player-acts.ts";
import { WatchList } from "../materials/watch-list.ts";
import type { PlaceChange } from "./tick-changes.ts";
import { groupsOf } from "./tick-groups.ts";

const [ALICE, BOB, CAROL] = ["player:alice", "player:bob", "player:carol"];
const [CHEST, OTHER, GROUND] = ["block:world:1,64,1", "block:world:2,64,1", "ground:world:0,0"];

function acts(): PlayerActs {
  return new PlayerActs(new WatchList(new Map([["diamond", 1]]), new FakePlatform()));
}

function player(place: PlaceKey): Player {
  return { id: place.slice("player:".length), place } as unknown as Player;
}

function changed(place: PlaceKey, ...differences: [number, number][]): PlaceChange {
  return { place, since: 1, isNew: false, differences: new Map(differences) };
}

/** These places were looked at. */
function groups(changes: PlaceChange[], done: PlayerActs, heardOf: PlaceKey[] = []) {
  return groupsOf(1, changes, done, heardOf, (place) => changes.find((change) => change.place === place));
}

function placesIn(...parts: Parameters<typeof groups>) {
  return groups(...parts).map((group) => group.changes.map(({ place }) => place).sort());
}

test("places of one act belong together, and so do those that players have in common", () => {
  const done = acts();
  done.note(player(ALICE), [CHEST]);
  done.note(player(BOB), [CHEST, OTHER]);
  done.note(player(CAROL), []);
  const changes = [ALICE, BOB, CAROL, CHEST].map((place) => changed(place, [0, 1]));
  assert.deepEqual(placesIn(changes, done), [[CHEST, ALICE, BOB].sort(), [CAROL]]);
});

test("places that are as they were come along with others, and are no group by themselves unless something else is known there", () => {
  const done = acts();
  done.note(player(ALICE), [CHEST]);
  done.note(player(BOB), [OTHER]);
  const changes = [changed(ALICE), changed(CHEST, [0, -1]), changed(BOB), changed(OTHER)];
  assert.deepEqual(placesIn(changes, done), [[CHEST, ALICE].sort()]);
  assert.deepEqual(placesIn(changes, done, [BOB, CAROL]), [[CHEST, ALICE].sort(), [BOB, OTHER].sort()]);
});

test("what was dropped makes a group where nothing else has changed", () => {
  const done = acts();
  done.note(player(ALICE), [GROUND]);
  done.groundTransfers.push({ place: ALICE, ground: GROUND, materialIndex: 0, dropped: 3 });
  const [group] = groups([changed(ALICE), changed(GROUND)], done);
  assert.equal(group!.groundTransfers.length, 1);
  assert.deepEqual([group!.changes.length, group!.acts.length], [2, 1]);
});

test("a chest that bursts makes a group with the ground, although nobody did it", () => {
  const done = acts();
  done.groundTransfers.push({ place: CHEST, ground: GROUND, materialIndex: 0, dropped: 3 });
  assert.deepEqual(placesIn([changed(CHEST, [0, -3]), changed(GROUND, [0, 3])], done), [[CHEST, GROUND]]);
});
