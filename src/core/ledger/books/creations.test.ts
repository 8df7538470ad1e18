import assert from "node:assert/strict";
import { test } from "node:test";
import { withDiamondBlocks } from "../../../testing/unpublished/ledger-story.ts";
import type { Blame } from "../gains/blame.ts";
import { newMember } from "../gains/class-balance.ts";
import { actualKey, type Gain } from "../gains/gain.ts";
import { WatchList } from "../materials/watch-list.ts";
import { Creations } from "./creations.ts";

const CHEST = "block:world:1,64,1";
const [DIAMOND, BLOCK] = [0, 1];

function gain(grown: [number, number][], ...creators: string[]): Gain {
  const member = {
    ...newMember(CHEST, 5, false),
    more: 1,
    grown: new Map(grown),
    creators: new Set(creators),
    source: 0,
  };
  const actuals = new Map([[actualKey("alice", BLOCK), 12]]);
  return { seen: 9, covered: 1, classIndex: 0, members: [member], links: [], nets: new Map(grown), actuals };
}

function creations(blameFor: (gain: Gain) => Blame) {
  const told: string[] = [];
  const all = new Creations({
    watched: new WatchList(
      new Map([
        ["diamond", 10],
        ["diamond_block", 10],
      ]),
      withDiamondBlocks(),
    ),
    blames: { blameFor },
    countAt: () => 30,
    nameOf: (id) => id.toUpperCase(),
    onCreated: ({ name }, materialIndex, count, actual) => told.push(`${name} ${materialIndex}: ${count} of ${actual}`),
    onShared: ({ where, players, material, actual, expected, excess }) =>
      told.push(`${players} at ${where}: ${excess} ${material}, ${expected} of ${actual} expected`),
  });
  return { all, told };
}

test("what a player created is said in the materials that grew, with how many the player had then", () => {
  const { all, told } = creations((one) => ({
    byPlayer: new Map([["alice", [{ gain: one, units: 20 }]]]),
    shared: 0,
    among: [],
  }));
  all.reportGain(gain([[BLOCK, 2]], "alice"));
  assert.deepEqual(told, ["ALICE 1: 2 of 12", "ALICE 0: 2 of 0"]);
});

test("what several created is told with the place once it reaches a threshold, and blames nobody", () => {
  const { all, told } = creations((one) => ({ byPlayer: new Map(), shared: 6, among: [one] }));
  all.reportGain(gain([[DIAMOND, 6]], "alice", "bob"));
  assert.deepEqual(told, []);
  all.reportGain(gain([[DIAMOND, 6]], "bob"));
  assert.deepEqual(told, ["ALICE,BOB at world:1,64,1: 12 DIAMOND, 18 of 30 expected"]);
});
