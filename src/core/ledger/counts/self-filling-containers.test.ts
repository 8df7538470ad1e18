import assert from "node:assert/strict";
import { test } from "node:test";
import { withDiamondBlocks } from "../../../testing/unpublished/ledger-story.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";
import { WatchList } from "../materials/watch-list.ts";
import { SelfFillingContainers } from "./self-filling-containers.ts";

const CHEST = "block:world:1,64,1";
const CLASSES = new WatchList(
  new Map([
    ["diamond", 1],
    ["diamond_block", 1],
    ["dirt", 1],
  ]),
  withDiamondBlocks(),
).classes;

test("what comes by itself is six items a tick at most, of the heaviest material that came so", () => {
  const containers = new SelfFillingContainers(CLASSES);
  assert.equal(containers.fedAt(CHEST, 0, 10), 0);
  containers.noteFilled(CHEST, 0, 6, 1, 5);
  assert.equal(containers.fedAt(CHEST, 0, 10), 60);
  containers.noteFilled(CHEST, 1, 12, 2, 7);
  assert.equal(containers.fedAt(CHEST, 0, 10), 540);
  containers.forget(CHEST);
  assert.equal(containers.fedAt(CHEST, 0, 10), 0);
});

test("of what has come, only goods that are no heavier may be what feeds the place, and no more than that brings", () => {
  const containers = new SelfFillingContainers(CLASSES);
  const fedOf = (units: number, ...grown: [number, number][]) => containers.fedOf(units, CHEST, 0, 2, new Map(grown));
  assert.equal(fedOf(5, [0, 5]), 0);
  containers.noteFilled(CHEST, 0, 1, 1, 5);
  assert.equal(fedOf(5, [0, 5]), 5);
  assert.equal(fedOf(59, [0, 50], [1, 1]), 12);
  assert.equal(fedOf(9, [1, 1]), 0, "a block");
});

test("more than that was put there without a word: anything may have come then, and nothing feeds it", () => {
  const containers = new SelfFillingContainers(CLASSES);
  containers.noteFilled(CHEST, 0, 7, 1, 5);
  containers.noteFilled(CHEST, 0, 70, 1, 9);
  assert.equal(containers.fedAt(CHEST, 0, 10), 0);
  for (const [since, seen, most] of [
    [4, 5, NO_LIMIT],
    [5, 8, 0],
    [5, 9, NO_LIMIT],
    [9, 20, 0],
  ] as const)
    assert.equal(containers.sourceAt({ place: CHEST, since }, 0, seen), most, `${since} to ${seen}`);
  assert.equal(containers.sourceAt({ place: CHEST, since: 8 }, 1, 9), 0, "that says nothing of other goods");
  containers.noteFilled(CHEST, 2, 1, 1, 12);
  assert.equal(containers.sourceAt({ place: CHEST, since: 10 }, 1, 12), 12);
});
