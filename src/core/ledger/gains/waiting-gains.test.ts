import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import { OpenContainers } from "../counts/open-containers.ts";
import { WatchList } from "../materials/watch-list.ts";
import { type Member, newMember } from "./class-balance.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { actualKey, type Gain } from "./gain.ts";
import { WaitingGains } from "./waiting-gains.ts";

const [ALICE, CHEST, OTHER, GROUND] = ["player:alice", "block:world:1,64,1", "block:world:2,64,1", "ground:world:0,0"];
const BOB = { id: "bob", place: "player:bob" } as unknown as Player;
const MALLORY = { id: "mallory", place: "player:mallory" } as unknown as Player;
const DIAMOND = 0;

function waiting(sighted: PlaceKey[] = []) {
  const watched = new WatchList(new Map([["diamond", 1]]), new FakePlatform());
  const open = new OpenContainers();
  const origins = { mayHaveFallen: (place: PlaceKey) => sighted.includes(place) };
  return { open, gains: new WaitingGains({ watched, open, actualOf: () => 7 }, origins) };
}

function member(place: PlaceKey, more: number, ...creators: string[]): Member {
  const grown = new Map(more > 0 ? [[DIAMOND, more]] : []);
  return { ...newMember(place, 5, false), more, grown, creators: new Set(creators) };
}

/** Everything had been looked at 30 ticks before. */
function gain(seen: number, ...members: Member[]): Gain {
  return { seen, covered: seen - 30, classIndex: 0, members, links: [], nets: new Map(), actuals: new Map() };
}

test("gains are settled in their order, as many as a tick has time for, and one at least", () => {
  const { gains } = waiting();
  const three = [10, 11, 12].map((seen) => gain(seen, member(ALICE, 5, "alice")));
  for (const one of three) gains.add(one);
  assert.deepEqual(
    [gains.coveredUpTo(100), gains.pendingOf("alice", DIAMOND), gains.pendingOf("bob", DIAMOND)],
    [-20, 15, 0],
  );
  assert.deepEqual(gains.takeSettled(9, 100), []);
  assert.deepEqual(gains.takeSettled(11, 0), [three[0]]);
  assert.deepEqual(gains.takeSettled(11, 100), [three[1]]);
  assert.deepEqual([gains.coveredUpTo(100), gains.isEmpty], [-18, false]);
});

test("what was lost within a second before a gain is kept for it: a word that comes late may be about that", () => {
  const { gains } = waiting();
  gains.add({ ...gain(60, member(ALICE, 5, "alice")), covered: 58 });
  assert.equal(gains.coveredUpTo(100), 39);
});

test("what nobody answers for does not wait; for the others it is known what they had then", () => {
  const { gains } = waiting();
  gains.add(gain(10, member(CHEST, 5)));
  assert.equal(gains.isEmpty, true);
  const one = gain(10, member(ALICE, 5, "alice"));
  gains.add(one);
  assert.deepEqual([...one.actuals], [[actualKey("alice", DIAMOND), 7]]);
});

test("who is heard of within a second may have done it, or may have brought it; later nobody can", () => {
  const { open, gains } = waiting();
  const chest = gain(30, member(CHEST, 5, "alice"), member(BOB.place, 3, "bob"));
  gains.add(chest);
  for (const place of [CHEST, OTHER]) open.noteOpened(BOB, place, 51, true);
  gains.applyLateEvents(new Map(), 51);
  assert.deepEqual([...chest.members[0]!.creators], ["alice"]);
  open.finishTickEnd(51);
  for (const place of [CHEST, OTHER]) open.noteOpened(BOB, place, 50, true);
  gains.applyLateEvents(new Map(), 50);
  assert.deepEqual([...chest.members[0]!.creators], ["alice", "bob"]);
  assert.deepEqual(
    chest.links.map(({ from, to }) => [chest.members[from]!.place, chest.members[to]!.place]),
    [
      [CHEST, BOB.place],
      [OTHER, BOB.place],
    ],
  );
});

test("who is seen to have moved such goods just now is heard of because of that", () => {
  const { open, gains } = waiting();
  const chest = gain(30, member(CHEST, 5, "alice"));
  gains.add(chest);
  open.noteOpened(BOB, CHEST, 40, true);
  const moved = { place: BOB.place, since: 29, isNew: false, differences: new Map([[DIAMOND, 1]]) };
  gains.applyLateEvents(new Map([[BOB.place, moved]]), 40);
  assert.deepEqual([...chest.members[0]!.creators], ["alice"]);
});

test("where something may have fallen down, nobody answers for what lies there", () => {
  const { gains } = waiting([GROUND]);
  const ground = gain(30, member(GROUND, 5, "alice"));
  gains.add(ground);
  gains.applyLateEvents(new Map(), 40);
  assert.equal(ground.members[0]!.source, NO_LIMIT);
});

test("what grew in the hands may come out of a container of whose opening there is word only later, where another did something", () => {
  const { open, gains } = waiting();
  open.noteOpened(MALLORY, CHEST, 29, true);
  open.finishTickEnd(29);
  const [taken, moved] = [30, 31].map((seen) => gain(seen, member(BOB.place, 5, "bob"))) as [Gain, Gain];
  gains.add(taken);
  open.noteOpened(BOB, CHEST, 50, false);
  gains.applyLateEvents(new Map(), 50);
  assert.deepEqual(taken.links, [{ from: 1, to: 0, most: NO_LIMIT }]);
  assert.deepEqual([taken.members[1]!.place, ...taken.members[1]!.creators], [CHEST, "mallory"]);
  gains.add(moved);
  const now = { place: BOB.place, since: 29, isNew: false, differences: new Map([[DIAMOND, 1]]) };
  gains.applyLateEvents(new Map([[BOB.place, now]]), 50);
  assert.deepEqual(moved.links, [], "the player has opened it for what is seen to have moved now");
});
