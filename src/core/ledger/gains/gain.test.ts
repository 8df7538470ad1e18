import assert from "node:assert/strict";
import { test } from "node:test";
import { withDiamondBlocks } from "../../../testing/unpublished/ledger-story.ts";
import { playerPlace } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import { OpenContainers } from "../counts/open-containers.ts";
import { type Act, ANYTHING } from "../hints/player-acts.ts";
import { WatchList } from "../materials/watch-list.ts";
import { type Member, newMember } from "./class-balance.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { addBystander, type Gain, inMaterials, linksBetween } from "./gain.ts";

const [CHEST, GROUND, HANDS] = ["block:world:1,64,1", "ground:world:0,0", "player:alice"];
const ALICE = { id: "alice", place: HANDS } as unknown as Player;
const [DIAMOND, BLOCK] = [0, 1];
const THRESHOLDS = new Map([
  ["diamond", 1],
  ["diamond_block", 1],
]);
const WATCHED = new WatchList(THRESHOLDS, withDiamondBlocks());

function member(place: string, grown: [number, number][] = [], ...creators: string[]): Member {
  return { ...newMember(place, 5, false), grown: new Map(grown), creators: new Set(creators) };
}

function gain(members: Member[], nets: [number, number][] = []): Gain {
  return { seen: 9, covered: 1, classIndex: 0, members, links: [], nets: new Map(nets), actuals: new Map() };
}

function counts(gains: Gain[], units: number, whom = "alice") {
  return inMaterials(gains, units, WATCHED, ({ creators }) => creators.has(whom));
}

test("one act moves a stack at most, and one with a box anything; what lies on the ground is known by its number", () => {
  const act = (materialIndex: number, ...places: string[]): Act => ({ player: ALICE, places, materialIndex });
  const members = [member(HANDS), member(CHEST), member(GROUND)];
  const most = (acts: Act[]) => linksBetween(members, acts, 9).map(({ from, to, most: units }) => [from, to, units]);
  assert.deepEqual(most([act(DIAMOND, CHEST, GROUND)]), [
    [0, 1, 576],
    [1, 0, 576],
  ]);
  assert.deepEqual(most([act(DIAMOND, CHEST), act(DIAMOND, CHEST)])[0], [0, 1, 1152]);
  assert.deepEqual(most([act(ANYTHING, CHEST), act(DIAMOND, CHEST)])[0], [0, 1, NO_LIMIT]);
  assert.deepEqual(most([act(DIAMOND, "block:world:9,9,9")]), []);
  assert.deepEqual(most([{ ...act(ANYTHING, CHEST, GROUND), isBreaking: true }]), []);
});

test("a container at hand is added once, and only for a place that is in the gain", () => {
  const one = gain([member(HANDS, [], "alice")]);
  const open = new OpenContainers();
  open.noteOpened({ id: "bob", place: "player:bob" }, CHEST, 6, true);
  addBystander(one, CHEST, "player:bob", open);
  assert.equal(one.members.length, 1);
  addBystander(one, CHEST, HANDS, open);
  addBystander(one, CHEST, HANDS, new OpenContainers());
  assert.deepEqual(one.links, [{ from: 1, to: 0, most: NO_LIMIT }]);
  assert.deepEqual([one.members[1]!.since, [...one.members[1]!.creators]], [5, ["bob"]]);
});

test("a container in the gain that somebody else has handled is linked to who had it open, too, and once", () => {
  const one = gain([member(HANDS, [], "alice"), member(CHEST, [], "bob"), member("player:bob", [], "bob")]);
  one.links.push({ from: 2, to: 1, most: 64 }, { from: 1, to: 2, most: 64 });
  for (const own of [HANDS, "player:bob", HANDS]) addBystander(one, CHEST, own, new OpenContainers());
  assert.deepEqual(one.links.slice(2), [{ from: 1, to: 0, most: NO_LIMIT }]);
  assert.equal(one.members.length, 3);
});

test("who may have taken goods out of a container is not one of the others who put them in", () => {
  const id = "00000000-0000-4000-8000-00000000a11c";
  const own = playerPlace(id);
  const one = gain([member(own, [], id)]);
  const open = new OpenContainers();
  open.noteOpened({ id, place: own }, CHEST, 6, true);
  addBystander(one, CHEST, own, open);
  assert.equal(one.members[1]!.creators.size, 0);
});

test("what was created is said in what became most, with the part of a piece that nothing else explains", () => {
  const members = [member(HANDS, [[BLOCK, 3]], "alice"), member(CHEST, [[DIAMOND, 40]], "bob")];
  const nets: [number, number][] = [
    [BLOCK, 3],
    [DIAMOND, 40],
  ];
  assert.deepEqual(counts([gain(members, nets)], 27), [[BLOCK, 3]]);
  assert.deepEqual(counts([gain(members, nets)], 25), [[BLOCK, 25 / 9]]);
  assert.deepEqual(counts([gain(members, nets)], 30), [
    [BLOCK, 3],
    [DIAMOND, 3],
  ]);
  assert.deepEqual(counts([gain(members, nets)], 30, "bob"), [[DIAMOND, 30]]);
});

test("blocks that went from the hands into the chest are not what was created there", () => {
  const chest = member(
    CHEST,
    [
      [BLOCK, 5],
      [DIAMOND, 31],
    ],
    "alice",
  );
  const moved = gain([member(HANDS, [], "alice"), chest], [[DIAMOND, 31]]);
  assert.deepEqual(counts([moved], 31), [[DIAMOND, 31]]);
});
