import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  CHEST_NAMES,
  KnownWorld,
  PLAYERS,
  type Step,
  THINGS,
  type Where,
} from "../../testing/unpublished/known-world.ts";

const by = fc.constantFrom(...PLAYERS);
const to = fc.constantFrom(...THINGS);
const isTold = fc.boolean();
const chest = fc.constantFrom(...CHEST_NAMES);
const chunk = fc.nat(1);
const told = fc.constantFrom("nothing", "act", "move", "from item");
const ticks = fc.constantFrom(1, 1, 1, 2, 3, 14, 15, 16, 20, 40);

const STEPS: readonly [weight: number, step: fc.Arbitrary<Step>][] = [
  [22, what("play", { ticks })],
  [16, what("copy", { by, to: fc.oneof(by, to), told })],
  [24, what("move", { which: fc.nat(3), by, to, isTold })],
  [9, what("quit", { who: by })],
  [9, what("join", { who: by })],
  [5, what("unload", { chunk, isTold })],
  [5, what("load", { chunk, isTold })],
  [2, what("save", {})],
  [4, what("restart", { isAtOnce: fc.boolean(), isLate: fc.boolean() })],
  [2, what("crash", { isSaved: fc.boolean(), isLate: fc.boolean() })],
  [4, what("store", { mood: fc.constantFrom("hanging", "failing", "well") })],
  [5, what("machine", { which: fc.nat(3), to: chest })],
  [4, what("break", { by, chest })],
  [3, what("destroy", { which: fc.nat(3) })],
];

function what<const K extends Step["do"], T extends object>(name: K, rest: { [P in keyof T]: fc.Arbitrary<T[P]> }) {
  return fc.record(rest).map((values) => ({ ...values, do: name }) as unknown as Step);
}

const worlds = fc.record({
  start: fc.constantFrom<Where>("Olga", "A", "ground 1"),
  steps: fc.array(fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary }))), { maxLength: 16 }),
});

describe("an item whose custody is unbroken", () => {
  it("is never taken, its owner is never blamed, and copies are told, whatever is copied, moved, dark, stopped or killed", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ start, steps }) => {
        assert.equal(await new KnownWorld().play(start, steps), undefined);
      }),
      { numRuns: Number(process.env.DOUBLETAKE_ROUNDS ?? 1) * 80 },
    );
  });
});

/** Worlds in which the owner was robbed once, or somebody was blamed. */
const STORIES: Readonly<Record<string, readonly [start: Where, ...Step[]]>> = {
  "after a crash a copy counts as the item until it is dark for a while, and comes back as its owner does": [
    "A",
    { do: "copy", by: "Mal", to: "C", told: "nothing" },
    { do: "unload", chunk: 1, isTold: false },
    { do: "play", ticks: 1 },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "crash", isSaved: true },
    { do: "play", ticks: 3 },
    { do: "load", chunk: 1, isTold: true },
    { do: "play", ticks: 3 },
    { do: "unload", chunk: 1, isTold: true },
    { do: "play", ticks: 3 },
    { do: "load", chunk: 1, isTold: true },
    { do: "join", who: "Olga" },
  ],
  "a copy was put away while the store was away, and it is asked about the copy once more as its owner comes back": [
    "Olga",
    { do: "restart", isAtOnce: false },
    { do: "store", mood: "failing" },
    { do: "join", who: "Mal" },
    { do: "copy", by: "Mal", to: "Mal", told: "act" },
    { do: "play", ticks: 2 },
    { do: "move", which: 1, by: "Mal", to: "A", isTold: true },
    { do: "play", ticks: 2 },
    { do: "unload", chunk: 0, isTold: true },
    { do: "store", mood: "well" },
    { do: "play", ticks: 3 },
    { do: "store", mood: "hanging" },
    { do: "load", chunk: 0, isTold: true },
    { do: "play", ticks: 1 },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 1 },
    { do: "store", mood: "well" },
    { do: "play", ticks: 20 },
  ],
  "a copy is put away while the store is asked about it, and the store answers with where it is by then": [
    "Olga",
    { do: "restart", isAtOnce: false },
    { do: "play", ticks: 2 },
    { do: "store", mood: "hanging" },
    { do: "join", who: "Mal" },
    { do: "copy", by: "Mal", to: "Mal", told: "act" },
    { do: "play", ticks: 2 },
    { do: "move", which: 1, by: "Mal", to: "A", isTold: true },
    { do: "play", ticks: 2 },
    { do: "store", mood: "well" },
    { do: "play", ticks: 2 },
  ],
  "the item's chest goes dark without a word, a copy with its holder in that tick, and the server stops": [
    "A",
    { do: "copy", by: "Olga", to: "C", told: "nothing" },
    { do: "unload", chunk: 0, isTold: false },
    { do: "move", which: 1, by: "Olga", to: "A", isTold: true },
    { do: "restart", isAtOnce: false },
  ],
  "a copy awaits its second look, and all leave as a third one comes while the item's chest is dark": [
    "A",
    { do: "join", who: "Olga" },
    { do: "join", who: "Olga" },
    { do: "join", who: "Olga" },
    { do: "copy", by: "Mal", to: "Mal", told: "nothing" },
    { do: "play", ticks: 15 },
    { do: "unload", chunk: 0, isTold: false },
    { do: "copy", by: "Olga", to: "Olga", told: "nothing" },
    { do: "restart", isAtOnce: false, isLate: false },
  ],
  "somebody who has a copy takes the item, and in that tick puts the copy into a chest": [
    "A",
    { do: "copy", by: "Eve", to: "Eve", told: "from item" },
    { do: "play", ticks: 1 },
    { do: "move", which: 0, by: "Eve", to: "A", isTold: true },
    { do: "move", which: 1, by: "Eve", to: "B", isTold: true },
  ],
  "the item goes to whoever has a copy, and a copy in a chest comes to light as it goes dark in that tick": [
    "A",
    { do: "play", ticks: 1 },
    { do: "copy", by: "Mal", to: "Mal", told: "nothing" },
    { do: "copy", by: "Mal", to: "B", told: "act" },
    { do: "play", ticks: 1 },
    { do: "move", which: 0, by: "Mal", to: "B", isTold: true },
    { do: "unload", chunk: 0, isTold: true },
    { do: "play", ticks: 1 },
  ],
  "the item is put into a chest that is broken at once, and falls on a copy that nobody saw come": [
    "Olga",
    { do: "move", which: 0, by: "Olga", to: "B", isTold: true },
    { do: "copy", by: "Mal", to: "ground 1", told: "nothing" },
    { do: "break", by: "Olga", chest: "B" },
  ],
  "the item falls out of a broken chest, is picked up, and its holder leaves, all in one tick, while a copy is in sight":
    [
      "A",
      { do: "copy", by: "Olga", to: "B", told: "nothing" },
      { do: "play", ticks: 1 },
      { do: "break", by: "Olga", chest: "A" },
      { do: "move", which: 0, by: "Mal", to: "A", isTold: true },
      { do: "quit", who: "Mal" },
    ],
  "who comes back after a restart puts the item away before anybody has looked, and a copy is on record by then": [
    "Olga",
    { do: "copy", by: "Olga", to: "ground 1", told: "nothing" },
    { do: "restart", isAtOnce: false },
    { do: "join", who: "Olga" },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
  ],
  "two on one ground and further copies, found again after two restarts": [
    "ground 1",
    { do: "copy", by: "Olga", to: "C", told: "nothing" },
    { do: "copy", by: "Mal", to: "Mal", told: "move" },
    { do: "copy", by: "Eve", to: "ground 1", told: "nothing" },
    { do: "restart", isAtOnce: false },
    { do: "play", ticks: 20 },
    { do: "restart", isAtOnce: false },
  ],
  "a copy lies on the ground as the chunk goes dark; when it is back, the item is taken out of the chest": [
    "A",
    { do: "copy", by: "Mal", to: "ground 1", told: "nothing" },
    { do: "unload", chunk: 0, isTold: true },
    { do: "play", ticks: 1 },
    { do: "load", chunk: 0, isTold: false },
    { do: "copy", by: "Eve", to: "C", told: "nothing" },
    { do: "move", which: 0, by: "Mal", to: "B", isTold: true },
  ],
  "the item comes back from the dark, is taken, and its new holder leaves, all in one tick": [
    "A",
    { do: "copy", by: "Mal", to: "ground 1", told: "nothing" },
    { do: "move", which: 1, by: "Eve", to: "B", isTold: false },
    { do: "unload", chunk: 0, isTold: true },
    { do: "play", ticks: 14 },
    { do: "load", chunk: 0, isTold: true },
    { do: "copy", by: "Eve", to: "C", told: "nothing" },
    { do: "move", which: 0, by: "Mal", to: "B", isTold: true },
    { do: "quit", who: "Mal" },
    { do: "join", who: "Mal" },
  ],
  "its owner joins and drops it in that tick, and puts a copy where one was": [
    "Olga",
    { do: "quit", who: "Olga" },
    { do: "play", ticks: 1 },
    { do: "copy", by: "Mal", to: "C", told: "move" },
    { do: "play", ticks: 1 },
    { do: "join", who: "Olga" },
    { do: "move", which: 0, by: "Olga", to: "ground 2", isTold: true },
    { do: "move", which: 1, by: "Mal", to: "B", isTold: false },
    { do: "copy", by: "Olga", to: "C", told: "move" },
  ],
  "its owner comes back in the tick in which one of two copies is taken": [
    "Olga",
    { do: "copy", by: "Mal", to: "B", told: "nothing" },
    { do: "move", which: 1, by: "Mal", to: "ground 1", isTold: true },
    { do: "quit", who: "Olga" },
    { do: "copy", by: "Eve", to: "Eve", told: "act" },
    { do: "play", ticks: 17 },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 20 },
  ],
  "whoever takes the item and leaves, as others come with copies, has not brought one": [
    "A",
    { do: "move", which: 0, by: "Eve", to: "C", isTold: true },
    { do: "copy", by: "Mal", to: "Mal", told: "act" },
    { do: "copy", by: "Olga", to: "Olga", told: "nothing" },
    { do: "quit", who: "Eve" },
    { do: "quit", who: "Olga" },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 3 },
    { do: "join", who: "Eve" },
    { do: "play", ticks: 20 },
  ],
  "the owner of a copy joins first after a start, and the server is stopped at once": [
    "A",
    { do: "copy", by: "Eve", to: "ground 1", told: "nothing" },
    { do: "crash", isSaved: true },
    { do: "join", who: "Olga" },
    { do: "move", which: 1, by: "Olga", to: "ground 1", isTold: false },
    { do: "play", ticks: 1 },
    { do: "restart", isAtOnce: true },
    { do: "play", ticks: 3 },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 20 },
  ],
  "its owner leaves within the grace, and somebody takes the copy without an event in that tick": [
    "Olga",
    { do: "copy", by: "Olga", to: "A", told: "nothing" },
    { do: "play", ticks: 1 },
    { do: "move", which: 1, by: "Eve", to: "A", isTold: false },
    { do: "quit", who: "Olga" },
  ],
  "who takes a copy out of a chest leaves in that tick, and the item goes dark in it without an event, then a restart":
    [
      "ground 1",
      { do: "copy", by: "Olga", to: "A", told: "nothing" },
      { do: "move", which: 1, by: "Olga", to: "A", isTold: true },
      { do: "unload", chunk: 0, isTold: false },
      { do: "restart", isAtOnce: false },
    ],
  "one of two on one ground is picked up, and the chunk goes dark in that tick without an event": [
    "ground 1",
    { do: "copy", by: "Olga", to: "ground 1", told: "nothing" },
    { do: "copy", by: "Olga", to: "A", told: "nothing" },
    { do: "play", ticks: 1 },
    { do: "play", ticks: 1 },
    { do: "move", which: 1, by: "Olga", to: "A", isTold: true },
    { do: "load", chunk: 0, isTold: false },
    { do: "unload", chunk: 0, isTold: false },
    { do: "play", ticks: 1 },
    { do: "quit", who: "Olga" },
  ],
  "two chunks go dark in one tick, one of them without an event": [
    "A",
    { do: "copy", by: "Olga", to: "ground 1", told: "nothing" },
    { do: "play", ticks: 1 },
    { do: "copy", by: "Olga", to: "ground 2", told: "nothing" },
    { do: "unload", chunk: 0, isTold: false },
    { do: "unload", chunk: 1, isTold: true },
  ],
  "it is taken out of a chest, and both the chest and its holder are out of sight when that tick ends, then a restart":
    [
      "A",
      { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
      { do: "unload", chunk: 0, isTold: false },
      { do: "restart", isAtOnce: false },
      { do: "join", who: "Olga" },
    ],
  "a crash in the tick in which it is taken out of the chest, and a copy turns up before its holder": [
    "A",
    { do: "copy", by: "Eve", to: "ground 1", told: "nothing" },
    { do: "move", which: 0, by: "Mal", to: "B", isTold: true },
    { do: "crash", isSaved: true },
    { do: "play", ticks: 40 },
  ],
  "a crash in the tick in which it is picked up from beside a copy that waits for its second look": [
    "ground 1",
    { do: "copy", by: "Olga", to: "A", told: "nothing" },
    { do: "play", ticks: 1 },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "crash", isSaved: true },
    { do: "play", ticks: 3 },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 20 },
  ],
  "a crash in the tick in which it is dropped, and its ground goes dark before its old owner is back": [
    "Olga",
    { do: "move", which: 0, by: "Olga", to: "ground 1", isTold: true },
    { do: "copy", by: "Eve", to: "Eve", told: "nothing" },
    { do: "crash", isSaved: true },
    { do: "play", ticks: 1 },
    { do: "unload", chunk: 0, isTold: true },
  ],
  "it is picked up from beside a copy in the tick in which the chunk goes dark with that": [
    "ground 1",
    { do: "copy", by: "Olga", to: "ground 1", told: "nothing" },
    { do: "play", ticks: 1 },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "unload", chunk: 0, isTold: true },
  ],
  "it is picked up, and its new holder leaves in that tick, in which the ground goes dark without an event and a copy turns up":
    [
      "ground 1",
      { do: "move", which: 0, by: "Eve", to: "A", isTold: true },
      { do: "unload", chunk: 0, isTold: false },
      { do: "quit", who: "Eve" },
      { do: "copy", by: "Mal", to: "Mal", told: "nothing" },
    ],
  "it goes dark in one tick with a copy, and a third copy comes to light first after the start": [
    "Olga",
    { do: "copy", by: "Olga", to: "A", told: "nothing" },
    { do: "copy", by: "Olga", to: "ground 2", told: "move" },
    { do: "unload", chunk: 1, isTold: true },
    { do: "restart", isAtOnce: true },
  ],
  "it is taken out of a chest with a copy, by somebody who leaves in that tick, and the server is started again": [
    "A",
    { do: "copy", by: "Olga", to: "A", told: "nothing" },
    { do: "play", ticks: 12 },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "restart", isAtOnce: false },
  ],
  "a crash in the tick in which it is taken out of the chest, a copy comes to light, and the server is started again": [
    "A",
    { do: "copy", by: "Eve", to: "C", told: "nothing" },
    { do: "unload", chunk: 1, isTold: false },
    { do: "play", ticks: 20 },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "crash", isSaved: true },
    { do: "load", chunk: 1, isTold: true },
    { do: "play", ticks: 3 },
    { do: "restart", isAtOnce: false },
    { do: "play", ticks: 3 },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 40 },
  ],
  "the same, and its owner is back before the copy is": [
    "A",
    { do: "copy", by: "Eve", to: "C", told: "nothing" },
    { do: "unload", chunk: 1, isTold: false },
    { do: "play", ticks: 20 },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "crash", isSaved: true },
    { do: "load", chunk: 1, isTold: true },
    { do: "play", ticks: 3 },
    { do: "unload", chunk: 1, isTold: true },
    { do: "restart", isAtOnce: false },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 20 },
    { do: "load", chunk: 1, isTold: true },
    { do: "play", ticks: 40 },
  ],
  "a crash gives it back to its owner, a copy comes to light where nobody had looked, and the server dies once more": [
    "Olga",
    { do: "copy", by: "Mal", to: "C", told: "nothing" },
    { do: "unload", chunk: 1, isTold: false },
    { do: "save" },
    { do: "move", which: 0, by: "Olga", to: "A", isTold: true },
    { do: "play", ticks: 20 },
    { do: "crash", isSaved: false },
    { do: "load", chunk: 1, isTold: true },
    { do: "play", ticks: 3 },
    { do: "crash", isSaved: true },
    { do: "play", ticks: 3 },
    { do: "restart", isAtOnce: false },
    { do: "play", ticks: 3 },
    { do: "join", who: "Olga" },
    { do: "play", ticks: 40 },
  ],
};

describe("known worlds in which it went wrong once", () => {
  for (const [story, [start, ...steps]] of Object.entries(STORIES))
    it(story, async () => assert.equal(await new KnownWorld().play(start, steps as Step[]), undefined));
});
