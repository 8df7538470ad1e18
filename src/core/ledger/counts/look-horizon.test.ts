import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { blockPlace, type PlaceKey, playerPlace } from "../../model/place.ts";
import { WatchList } from "../materials/watch-list.ts";
import { LookHorizon } from "./look-horizon.ts";
import { PlaceCounts } from "./place-counts.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const [ALICE, BOB] = ["00000000-0000-4000-8000-00000000a11c", "00000000-0000-4000-8000-0000000000b0"].map((id) =>
  playerPlace(id),
) as [PlaceKey, PlaceKey];

function horizon() {
  const counts = new PlaceCounts(new WatchList(new Map([["diamond", 1]]), new FakePlatform()));
  const own = new Set<PlaceKey>([ALICE]);
  const missed: PlaceKey[] = [];
  let tick = 1;
  const state = { isUrgent: true };
  const looks = new LookHorizon({
    counts,
    tick: () => tick,
    ownPlaces: () => [...own].filter((place) => counts.has(place)),
    unseen: () => new Set([...own].filter((place) => !counts.has(place))),
    onMissed: (place) => {
      missed.push(place);
      counts.forget(place);
    },
    isUrgent: () => state.isUrgent,
  });
  const look = (...places: PlaceKey[]) => {
    for (const place of places) {
      counts.begin();
      counts.put(place, counts.at(place), tick, () => undefined);
    }
  };
  /** A pass over all places but the players', within one tick. */
  const sweep = (...places: PlaceKey[]) => {
    looks.places.onPassBegin();
    look(...places);
    looks.places.onPassEnd();
  };
  const finishTickEnd = () => {
    looks.check();
    tick++;
  };
  return { looks, state, own, missed, look, sweep, finishTickEnd, at: () => tick };
}

test("everything was looked at since the oldest of the last looks, whoever looked for whatever reason", () => {
  const { looks, look, finishTickEnd } = horizon();
  look(ALICE, CHEST);
  finishTickEnd();
  assert.equal(looks.at(), 1);
  for (let tick = 2; tick < 10; tick++) {
    look(CHEST);
    finishTickEnd();
  }
  assert.equal(looks.at(), 1, "Alice was looked at in tick 1");
  look(ALICE);
  finishTickEnd();
  assert.equal(looks.at(), 9);
  assert.equal(looks.at(9), 1, "as it was known then");
  assert.deepEqual(
    [1, 2, 9, 10].map((tick) => looks.reachedAt(tick)),
    [1, 10, 10, Number.POSITIVE_INFINITY],
  );
});

test("a player whom nobody has looked at yet may have anything, until a pass over all players has ended", () => {
  const { looks, own, look, finishTickEnd } = horizon();
  own.add(BOB);
  for (let tick = 1; tick <= 4; tick++) {
    look(ALICE, CHEST);
    finishTickEnd();
  }
  assert.equal(looks.at(), -1);
  looks.players.onPassBegin();
  looks.players.onPassEnd();
  look(ALICE, CHEST);
  finishTickEnd();
  assert.equal(looks.at(), 5);
});

test("a place that a whole pass did not come by is missed, and one of a player's own when both passes did not", () => {
  const { looks, missed, look, sweep, finishTickEnd } = horizon();
  look(ALICE);
  sweep(CHEST);
  finishTickEnd();
  finishTickEnd();
  sweep();
  finishTickEnd();
  assert.deepEqual(missed, [CHEST]);
  looks.players.onPassBegin();
  looks.players.onPassEnd();
  sweep();
  finishTickEnd();
  assert.deepEqual(missed, [CHEST, ALICE]);
});

test("while something waits, the players and places that were looked at long ago have their turn, players first", () => {
  const { looks, state, own, look, finishTickEnd, at } = horizon();
  own.add(BOB);
  look(CHEST, ALICE);
  for (; at() < 5; ) finishTickEnd();
  assert.deepEqual([...looks.hurried()], [BOB], "who was never looked at");
  finishTickEnd();
  assert.deepEqual([...looks.hurried()], [BOB, ALICE, CHEST]);
  state.isUrgent = false;
  assert.deepEqual([...looks.hurried()], []);
});

test("of many places a few have their turn in each tick, and all of them one after the other", () => {
  const { looks, own, look, finishTickEnd, at } = horizon();
  own.clear();
  const chests = Array.from({ length: 120 }, (_, x) => blockPlace({ world: "world", x, y: 64, z: 1 }));
  look(...chests);
  for (; at() < 20; ) finishTickEnd();
  const seen = new Set<PlaceKey>();
  for (let tick = 0; tick < 4; tick++) {
    const hurried = [...looks.hurried()];
    assert.ok(hurried.length <= 48);
    look(...hurried);
    for (const place of hurried) seen.add(place);
    finishTickEnd();
  }
  assert.equal(seen.size, 120);
});
