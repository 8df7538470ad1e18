import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { Presence } from "./presence.ts";

const SWORD = fakeId(7);
const [ALEX, BO, CHEST, COW] = ["player:alex", "player:bo", "block:world:1,2,3", "entity:world:cow"] as const;

describe("the order of an id's places", () => {
  it("is that in which it turned up there; a copy that moves keeps its rank", () => {
    const presence = new Presence();
    presence.set(ALEX, [SWORD], 1);
    presence.endBoundary();
    presence.set(BO, [SWORD], 2);
    presence.endBoundary();
    presence.set(CHEST, [SWORD], 3);
    presence.set(ALEX, [], 3);
    presence.rankReported(() => false);
    presence.endBoundary();
    assert.deepEqual(presence.placesOf(SWORD), [CHEST, BO]);
  });

  for (const [name, looks] of Object.entries({
    "the other place first": [
      [COW, [SWORD]],
      [ALEX, []],
      [CHEST, [SWORD]],
    ],
    "the place that it left first": [
      [ALEX, []],
      [COW, [SWORD]],
      [CHEST, [SWORD]],
    ],
    "the place that it went to first": [
      [CHEST, [SWORD]],
      [ALEX, []],
      [COW, [SWORD]],
    ],
  } as const)) {
    it(`is not upset by what comes to light in the tick of a reported move, looking at ${name}`, () => {
      const presence = new Presence();
      presence.set(ALEX, [SWORD], 1);
      presence.endBoundary();
      for (const [place, ids] of looks) presence.set(place, ids, 2);
      presence.rankReported((_, place) => place === CHEST || place === ALEX);
      presence.endBoundary();
      assert.deepEqual(presence.placesOf(SWORD), [CHEST, COW]);
    });
  }

  it("leaves copies that were there before in their ranks", () => {
    const presence = new Presence();
    presence.set(BO, [SWORD], 1);
    presence.endBoundary();
    presence.set(COW, [SWORD], 2);
    presence.set(CHEST, [SWORD], 2);
    presence.rankReported((_, place) => place === CHEST);
    assert.deepEqual(presence.placesOf(SWORD), [BO, CHEST, COW]);
  });
});
