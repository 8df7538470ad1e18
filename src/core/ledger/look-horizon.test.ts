import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { blockPlace, type PlaceKey, playerPlace } from "../model/place.ts";
import { LookHorizon } from "./look-horizon.ts";
import { PlaceCounts } from "./place-counts.ts";
import { WatchList } from "./watch-list.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const [ALICE, BOB] = ["00000000-0000-4000-8000-00000000a11c", "00000000-0000-4000-8000-0000000000b0"].map((id) =>
  playerPlace(id),
) as [PlaceKey, PlaceKey];

function horizon() {
  const stock = new PlaceCounts(new WatchList(new Map([["diamond", 1]]), new FakePlatform()));
  const own = new Set<PlaceKey>([ALICE]);
  const missed: PlaceKey[] = [];
  let tick = 1;
  const state = { isUrgent: true };
  const looks = new LookHorizon({
    stock,
    tick: () => tick,
    ownPlaces: () => own,
    onMissed: (place) => {
      missed.push(place);
      stock.forget(place);
    },
    isUrgent: () => state.isUrgent,
  });
  const look = (...places: PlaceKey[]) => {
    for (const place of places) {
      stock.begin();
      stock.put(place, tick, () => undefined);
    }
  };
  /** A pass over all places but the players', within one tick. */
  const sweep = (...places: PlaceKey[]) => {
    looks.places.began();
    look(...places);
    looks.places.ended();
  };
  const endTick = () => {
    looks.check();
    tick++;
  };
  return { looks, state, own, missed, look, sweep, endTick, at: () => tick };
}

test("everything was looked at since the older of the last pass and the oldest look at a player", () => {
  const { looks, look, sweep, endTick } = horizon();
  endTick();
  look(ALICE);
  sweep(CHEST);
  endTick();
  assert.equal(looks.at(), 1);
  for (let tick = 3; tick < 10; tick++) {
    sweep(CHEST);
    endTick();
  }
  assert.equal(looks.at(), 2, "Alice was looked at in tick 2");
  look(ALICE);
  sweep(CHEST);
  endTick();
  assert.equal(looks.at(), 9);
  assert.equal(looks.at(9), 2, "as it was known then");
});

test("a player whom nobody has looked at yet may have anything, until a pass over all players has ended", () => {
  const { looks, own, look, sweep, endTick } = horizon();
  own.add(BOB);
  for (let tick = 1; tick <= 4; tick++) {
    look(ALICE);
    sweep(CHEST);
    endTick();
  }
  assert.equal(looks.at(), -1);
  looks.players.began();
  looks.players.ended();
  sweep(CHEST);
  endTick();
  endTick();
  assert.equal(looks.at(), 4);
});

test("a place that a whole pass did not come by is missed, and one of a player's own when both passes did not", () => {
  const { looks, missed, look, sweep, endTick } = horizon();
  look(ALICE);
  sweep(CHEST);
  endTick();
  endTick();
  sweep();
  endTick();
  assert.deepEqual(missed, [CHEST]);
  looks.players.began();
  looks.players.ended();
  endTick();
  assert.deepEqual(missed, [CHEST, ALICE]);
});

test("who was looked at longest ago is named once that is long ago", () => {
  const { looks, own, look, endTick, at } = horizon();
  own.add(BOB);
  look(ALICE, BOB);
  endTick();
  look(BOB);
  for (; at() < 20; ) endTick();
  assert.equal(looks.oldest, undefined);
  endTick();
  endTick();
  endTick();
  assert.equal(looks.oldest, ALICE);
});

test("while nothing waits, nobody is named, and only a pass over everything finds what is missed", () => {
  const { looks, state, missed, look, sweep, endTick, at } = horizon();
  state.isUrgent = false;
  look(ALICE);
  sweep(CHEST);
  looks.players.began();
  looks.players.ended();
  for (; at() < 40; ) endTick();
  sweep();
  endTick();
  assert.equal(looks.oldest, undefined);
  assert.deepEqual(missed, []);
  looks.players.began();
  look(ALICE);
  looks.players.ended();
  endTick();
  assert.deepEqual(missed, [CHEST]);
});
