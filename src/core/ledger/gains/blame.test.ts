import assert from "node:assert/strict";
import { test } from "node:test";
import { withDiamondNuggets } from "../../../testing/unpublished/ledger-story.ts";
import { SelfFillingContainers } from "../counts/self-filling-containers.ts";
import { WatchList } from "../materials/watch-list.ts";
import { type Blame, Blames } from "./blame.ts";
import { type Member, newMember } from "./class-balance.ts";
import type { Gain } from "./gain.ts";
import { Losses } from "./losses.ts";

const WATCHED = new WatchList(
  new Map([
    ["diamond", 1],
    ["diamond_nugget", 1],
  ]),
  withDiamondNuggets(),
);
const [DIAMONDS, NUGGETS] = [0, 1].map((materialIndex) => WATCHED.classes.classOf[materialIndex]!) as [number, number];
const [ALICE, BOB, CHEST] = ["player:alice", "player:bob", "block:world:1,64,1"];

function world(given = 0) {
  const losses = new Losses({ at: () => 0, reachedAt: (tick) => tick });
  if (given > 0) losses.give(DIAMONDS, ALICE, 9, given);
  const selfFilling = new SelfFillingContainers(WATCHED.classes);
  const lost = (left: number, classIndex = DIAMONDS, openTo?: string[]) =>
    losses.add(classIndex, { since: 5, seen: 9, places: [CHEST], isSilent: true, left, ...(openTo && { openTo }) });
  const used = (left: number) =>
    losses.add(DIAMONDS, {
      since: 8,
      seen: 9,
      places: [],
      openTo: [ALICE],
      isSilent: false,
      left,
      isExact: true,
      isUsedUp: true,
    });
  return { lost, used, selfFilling, blames: new Blames({ losses, selfFilling, watched: WATCHED }) };
}

function member(place: string, more: number, ...creators: string[]): Member {
  return { ...newMember(place, 8, false), more, creators: new Set(creators) };
}

function gain(members: Member[], classIndex = DIAMONDS): Gain {
  return { seen: 9, covered: 0, classIndex, members, links: [], nets: new Map(), actuals: new Map() };
}

/** How much each player must have created. */
function amounts({ byPlayer }: Blame): [string, number][] {
  return [...byPlayer].map(([id, created]) => [id, created.reduce((sum, { units }) => sum + units, 0)]);
}

test("each player answers for what nothing explains, and what was lost explains it once for each", () => {
  const { lost, blames } = world();
  lost(4);
  assert.deepEqual(amounts(blames.blameFor(gain([member(ALICE, 10, "alice")]))), [["alice", 6]]);
  assert.deepEqual(amounts(blames.blameFor(gain([member(ALICE, 10, "alice")]))), [["alice", 10]]);
  assert.deepEqual(amounts(blames.blameFor(gain([member(BOB, 10, "bob")]))), [["bob", 6]]);
});

test("when two gained what only one can have got, one of them has created it, and nobody can tell who", () => {
  const { lost, blames } = world();
  lost(10);
  const first = gain([member(ALICE, 10, "alice")]);
  assert.deepEqual(blames.blameFor(first), { byPlayer: new Map(), shared: 0, among: [] });
  const second = gain([member(BOB, 10, "bob")]);
  const { byPlayer, shared, among } = blames.blameFor(second);
  assert.deepEqual([byPlayer.size, shared], [0, 10]);
  assert.deepEqual(among, [second, first]);
});

test("what could only be one gain is left to it, though another was settled first and could be explained by the same", () => {
  const { lost, blames } = world();
  lost(10, DIAMONDS, [ALICE]);
  lost(10, DIAMONDS, [ALICE, CHEST]);
  assert.equal(blames.blameFor(gain([member(ALICE, 10, "alice")])).byPlayer.size, 0);
  assert.equal(blames.blameFor(gain([member(CHEST, 10, "alice")])).byPlayer.size, 0);
});

test("what was lost explains goods of each class that may have been made of it: nobody knows which of them it was", () => {
  const { lost, blames } = world();
  lost(2);
  assert.equal(blames.blameFor(gain([member(ALICE, 18, "alice")], NUGGETS)).byPlayer.size, 0);
  assert.equal(blames.blameFor(gain([member(ALICE, 2, "alice")])).byPlayer.size, 0);
});

test("what several may have created at one place is told of all of them together", () => {
  const { byPlayer, shared } = world().blames.blameFor(gain([member(CHEST, 10, "alice", "bob")]));
  assert.deepEqual([byPlayer.size, shared], [0, 10]);
});

test("six items a tick may feed a container, also if it was seen to be fed and nobody had looked at it just before", () => {
  const { selfFilling, blames } = world();
  selfFilling.noteFilled(CHEST, 0, 1, 1, 5);
  const grown = { ...member(CHEST, 20, "alice"), source: 6 };
  assert.deepEqual(amounts(blames.blameFor(gain([grown]))), [["alice", 14]]);
});

test("a gift explains what it names, once", () => {
  const { blames } = world(4);
  assert.deepEqual(amounts(blames.blameFor(gain([member(ALICE, 10, "alice")]))), [["alice", 6]]);
  assert.deepEqual(amounts(blames.blameFor(gain([member(ALICE, 10, "alice")]))), [["alice", 10]]);
});

test("so it explains what may have been made of it", () => {
  const { blames } = world(2);
  assert.deepEqual(amounts(blames.blameFor(gain([member(ALICE, 30, "alice")], NUGGETS))), [["alice", 12]]);
});

test("what may have been made of lost goods of another class is explained by them", () => {
  const { lost, blames } = world();
  lost(2);
  assert.deepEqual(amounts(blames.blameFor(gain([member(ALICE, 30, "alice")], NUGGETS))), [["alice", 12]]);
});

test("what was made of what was used up at its place need not wait, and leaves to others what was lost elsewhere", () => {
  const { lost, used, blames } = world();
  const made = gain([member(ALICE, 18, "alice")], NUGGETS);
  lost(2);
  assert.equal(blames.isMadeThere(made), false);
  used(1);
  assert.equal(blames.isMadeThere(made), false);
  used(1);
  assert.equal(blames.isMadeThere(made), true);
  assert.equal(blames.isMadeThere(gain([member(BOB, 18, "bob")], NUGGETS)), false);
  assert.equal(blames.isMadeThere(gain([member(ALICE, 2, "alice")])), false, "they are no diamonds any more");
  assert.equal(blames.blameFor(made).byPlayer.size, 0);
  assert.equal(blames.blameFor(gain([member(ALICE, 18, "alice")], NUGGETS)).byPlayer.size, 0);
});

test("what only turns out later to be created is told once", () => {
  const platform = withDiamondNuggets();
  platform.recipes.set("DIAMOND_NUGGET", [{ makes: 1, from: [{ anyOf: ["diamond"], count: 4 }] }]);
  const watched = new WatchList(new Map([["diamond_nugget", 1]]), platform);
  const [nuggets, diamonds] = [0, 1].map((materialIndex) => watched.classes.classOf[materialIndex]!) as [
    number,
    number,
  ];
  const losses = new Losses({ at: () => 0, reachedAt: (tick) => tick });
  const blames = new Blames({ losses, selfFilling: new SelfFillingContainers(watched.classes), watched });
  const lost = (classIndex: number, left: number, openTo: string, seen: number) =>
    losses.add(classIndex, { since: 5, seen, places: [BOB], isSilent: true, left, openTo: [openTo] });
  lost(nuggets, 1, CHEST, 7);
  // Half a nugget each: one can have been made as long as both may have gone into it.
  lost(diamonds, 2, CHEST, 7);
  lost(diamonds, 2, ALICE, 9);
  const told = (place: string, more: number) =>
    amounts(blames.blameFor(gain([member(place, more, "alice")], nuggets)))[0]?.[1] ?? 0;
  assert.deepEqual([told(CHEST, 2), told(ALICE, 1)], [1, 0]);
  blames.forget(8);
  losses.forget(8);
  assert.deepEqual([told(ALICE, 1), told(ALICE, 1), told(ALICE, 1)], [2, 1, 1]);
});

test("what may be one of two gains is said of the one that can be all of it, and of the smaller one if both can", () => {
  const [DIAMOND, BLOCK] = ["diamond", "diamond_block"].map((name) => WATCHED.indexOf(name)) as [number, number];
  for (const [diamonds, blocks, given, expected] of [
    [20, 4, 36, [20, "diamonds"]],
    [20, 4, 20, [36, "blocks"]],
  ] as const) {
    const { blames } = world(given);
    const one = { ...gain([member(ALICE, diamonds, "alice")]), nets: new Map([[DIAMOND, diamonds]]) };
    const other = { ...gain([member(ALICE, 9 * blocks, "alice")]), nets: new Map([[BLOCK, blocks]]) };
    assert.deepEqual(amounts(blames.blameFor(one)), []);
    const created = blames.blameFor(other).byPlayer.get("alice") ?? [];
    assert.deepEqual(
      created.map(({ gain: which, units }) => [units, which === one ? "diamonds" : "blocks"]),
      [expected],
    );
  }
});
