import assert from "node:assert/strict";
import { test } from "node:test";
import { withDiamondBlocks } from "../../../testing/unpublished/ledger-story.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { PlaceCounts } from "../counts/place-counts.ts";
import { Sessions } from "../counts/sessions.ts";
import { Views } from "../counts/views.ts";
import { WatchList } from "../materials/watch-list.ts";
import { Accounts } from "./accounts.ts";
import { PlayerBalances } from "./player-balances.ts";

const MALLORY = { id: "00000000-0000-4000-8000-000000000bad", name: "Mallory" };
const [DIAMOND, BLOCK] = [0, 1];

function balances(thresholds: [string, number][]) {
  const watched = new WatchList(new Map(thresholds), withDiamondBlocks());
  const counts = new PlaceCounts(watched);
  const told: string[] = [];
  const books = new PlayerBalances({
    accounts: new Accounts(watched, new RecordingLog()),
    watched,
    counts,
    sessions: new Sessions(counts, new Views(), () => undefined),
    log: new RecordingLog(),
    sharesPlayerData: false,
    onDifference: () => undefined,
    onExcess: ({ material, excess, expected }) => told.push(`${excess} ${material}, ${expected} expected`),
  });
  const add = (materialIndex: number, amount: number) => books.addExcess(MALLORY, materialIndex, amount, 100);
  return { add, told, books };
}

test("staff are told when the excess reaches the threshold, and when it has doubled", () => {
  const { add, told } = balances([["diamond", 32]]);
  for (const amount of [31, 1, 31, 1]) add(DIAMOND, amount);
  assert.deepEqual(told, ["32 DIAMOND, 68 expected", "64 DIAMOND, 36 expected"]);
});

test("parts of blocks are told when they are whole blocks together, and never as diamonds", async () => {
  const { add, told, books } = balances([
    ["diamond", 32],
    ["diamond_block", 8],
  ]);
  for (let grown = 0; grown < 8; grown++) add(BLOCK, 8 / 9);
  add(DIAMOND, 31);
  add(BLOCK, 7 / 9);
  assert.deepEqual(told, []);
  add(BLOCK, 1 / 9);
  assert.deepEqual(told, ["8 DIAMOND_BLOCK, 92 expected"]);
  const excesses = (await books.balances(MALLORY.id, () => 0)).map(({ excess }) => excess);
  assert.deepEqual(excesses, [31, 8]);
});
