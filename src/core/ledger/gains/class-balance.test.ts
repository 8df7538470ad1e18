import assert from "node:assert/strict";
import { test } from "node:test";
import { withDiamondBlocks } from "../../../testing/unpublished/ledger-story.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { GroundTransfer } from "../hints/player-acts.ts";
import { WatchList } from "../materials/watch-list.ts";
import { balancesOf } from "./class-balance.ts";
import type { PlaceChange } from "./tick-changes.ts";
import { TickGroup } from "./tick-groups.ts";
import { UnreportedMoves } from "./unreported-moves.ts";

const WATCHED = new WatchList(
  new Map([
    ["diamond", 1],
    ["diamond_block", 1],
    ["dirt", 1],
  ]),
  withDiamondBlocks(),
);
const [DIAMOND, BLOCK, DIRT] = [0, 1, 2];
const [HANDS, CHEST, GROUND] = ["player:alice", "block:world:1,64,1", "ground:world:0,0"];

function balances(
  changes: readonly [string, ...[number, number][]][],
  groundTransfers: GroundTransfer[] = [],
  unreported = new UnreportedMoves(),
  mayHaveFallen = false,
) {
  const all = changes.map(([place, ...differences]): PlaceChange => {
    return { place, since: 5, isNew: false, differences: new Map(differences) };
  });
  const group = new TickGroup(9, (place) => all.find((change) => change.place === place));
  group.changed.push(...all);
  group.groundTransfers.push(...groundTransfers);
  return [...balancesOf(group, WATCHED, unreported, () => mayHaveFallen).values()];
}

test("diamonds and blocks of them are added up in the same units, and other goods apart", () => {
  const [diamonds, dirt] = balances([
    [HANDS, [DIAMOND, -9], [BLOCK, 1]],
    [CHEST, [DIAMOND, 4], [DIRT, 2]],
  ]);
  assert.deepEqual([diamonds!.net, dirt!.net], [4, 2]);
  assert.equal(diamonds!.members.get(HANDS)!.more, 0);
  assert.deepEqual([...diamonds!.members.get(HANDS)!.grown], [[BLOCK, 1]]);
});

test("what was dropped has moved for certain: the hands lack it, and the ground has it", () => {
  const [diamonds] = balances(
    [
      [HANDS, [DIAMOND, -5]],
      [GROUND, [DIAMOND, 7]],
    ],
    [{ place: HANDS, ground: GROUND, materialIndex: DIAMOND, dropped: 5 }],
  );
  const [hands, ground] = [HANDS, GROUND].map((place) => diamonds!.members.get(place)!);
  assert.deepEqual([hands!.more, hands!.late], [0, 0]);
  assert.deepEqual([ground!.more, ground!.dropped, ground!.pickedUp], [2, 5, 0]);
});

test("what was dropped and is still in the hands is more there than there should be", () => {
  const [diamonds] = balances(
    [[GROUND, [BLOCK, 2]]],
    [{ place: HANDS, ground: GROUND, materialIndex: BLOCK, dropped: 2 }],
  );
  const hands = diamonds!.members.get(HANDS)!;
  assert.deepEqual([hands.more, hands.late, hands.since, [...hands.grown]], [18, 18, 8, [[BLOCK, 2]]]);
});

test("what lies on the ground since the last look was dropped since then, unless something else may have fallen", () => {
  const drop = { place: HANDS, ground: GROUND, materialIndex: DIAMOND, dropped: 5 };
  const sinceOf = (lying: number, mayHaveFallen: boolean) => {
    const [diamonds] = balances([[GROUND, [DIAMOND, lying]]], [drop], new UnreportedMoves(), mayHaveFallen);
    return diamonds!.members.get(HANDS)!.lateSince;
  };
  const lastWord = 9 - EVENT_SKEW_TICKS - 1;
  assert.deepEqual([sinceOf(5, false), sinceOf(4, false), sinceOf(5, true)], [5, lastWord, lastWord]);
});

test("what was picked up and still lies there is more on the ground than there should be", () => {
  const [diamonds] = balances(
    [[HANDS, [DIAMOND, 3]]],
    [{ place: HANDS, ground: GROUND, materialIndex: DIAMOND, dropped: -3 }],
  );
  const [hands, ground] = [HANDS, GROUND].map((place) => diamonds!.members.get(place)!);
  assert.deepEqual([hands!.more, ground!.more, ground!.pickedUp, ground!.pickedUpBefore], [0, 3, 3, 0]);
});

test("what was picked up and has not just come into the hands was picked up before", () => {
  const [diamonds] = balances(
    [[HANDS, [DIAMOND, 1]]],
    [{ place: HANDS, ground: GROUND, materialIndex: DIAMOND, dropped: -3 }],
  );
  const ground = diamonds!.members.get(GROUND)!;
  assert.deepEqual([ground.more, ground.pickedUp, ground.pickedUpBefore], [3, 3, 2]);
});

test("what has just come into the hands was picked up just now, whatever was missing on the ground before", () => {
  const unreported = new UnreportedMoves();
  unreported.add(GROUND, 0, -81, 7);
  const [diamonds] = balances(
    [
      [HANDS, [DIAMOND, 29]],
      [GROUND, [DIAMOND, -7]],
    ],
    [{ place: HANDS, ground: GROUND, materialIndex: DIAMOND, dropped: -29 }],
    unreported,
  );
  assert.deepEqual(
    [HANDS, GROUND].map((place) => diamonds!.members.get(place)!.more),
    [0, 22],
  );
});

test("a word that comes late is about what came to lie there a little earlier, if it is not missing in the hands", () => {
  const unreported = new UnreportedMoves();
  unreported.add(GROUND, 0, 5, 7);
  const chest = { place: CHEST, since: 5, creators: new Set<string>(), source: 0, more: 5 };
  unreported.add(HANDS, 0, -5, 7, () => [chest]);
  const drop = { place: HANDS, ground: GROUND, materialIndex: DIAMOND, dropped: 5 };
  const [diamonds] = balances([], [drop], unreported);
  const [hands, ground] = [HANDS, GROUND].map((place) => diamonds!.members.get(place)!);
  assert.deepEqual([hands!.more, hands!.late, hands!.takers], [5, 5, [{ ...chest, gate: { most: 5, seen: 7 } }]]);
  assert.equal(ground!.more, 0);
  const [again] = balances([], [drop], unreported);
  assert.equal(again!.members.get(GROUND)!.more, -5);
});
