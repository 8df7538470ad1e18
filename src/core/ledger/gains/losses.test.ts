import assert from "node:assert/strict";
import { test } from "node:test";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { type GainSighting, Losses } from "./losses.ts";

const CHEST = "block:world:1,64,1";
const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [HANDS, ENDER] = [playerPlace(ALICE), enderPlace(ALICE)];

function lost(since: number, seen: number, left: number, place = CHEST) {
  return { since, seen, places: [place], isSilent: true, left };
}

/** Something was gained there; everything had been looked at in the tick `since` when the place was looked at before. */
function gain(since: number, seen: number, ...places: string[]): GainSighting {
  return {
    seen,
    members: (places.length ? places : [HANDS]).map((place) => ({ place, since })),
  };
}

function none(): Losses {
  return new Losses({ at: (tick) => tick, reachedAt: (tick) => tick });
}

function available(losses: Losses, moment: GainSighting): number {
  return losses.openTo(0, moment).reduce((sum, { loss }) => sum + loss.left, 0);
}

test("what left before everything was looked at again, or was still there, is no gain", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  assert.equal(available(losses, gain(19, 40)), 5);
  assert.equal(available(losses, gain(20, 40)), 0);
  assert.equal(available(losses, gain(0, 11)), 5);
  assert.equal(available(losses, gain(0, 10)), 0);
  losses.add(0, lost(10, 20, 3, HANDS));
  assert.equal(available(losses, gain(0, 10)), 3, "it came to these hands and went again");
});

test("what somebody near picked up is nobody else's gain", () => {
  const losses = none();
  losses.add(0, { ...lost(10, 20, 5), openTo: [HANDS] });
  assert.deepEqual(
    losses.openTo(0, gain(15, 40, CHEST, HANDS)).map(({ openTo }) => openTo),
    [[1]],
  );
  assert.equal(available(losses, gain(15, 40, CHEST)), 0);
});

test("each place of a gain counts from its own look before", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 25, 1));
  const moment = { ...gain(0, 40), members: [15, 20, 0].map((since) => ({ place: HANDS, since })) };
  assert.deepEqual(
    losses.openTo(0, moment).map(({ openTo, loss }) => ({ openTo, left: loss.left })),
    [
      { openTo: [0, 2], left: 5 },
      { openTo: [0, 1, 2], left: 1 },
    ],
  );
});

test("what is missing at the word of something used up may be elsewhere, if as much was missing there before", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 20, 3, HANDS));
  losses.addUnlessBefore(0, lost(30, 40, 9), CHEST, 21);
  assert.equal(available(losses, gain(30, 40)), 0);
  losses.addUnlessBefore(0, lost(30, 40, 2), CHEST, 20);
  assert.equal(available(losses, gain(30, 40)), 2);
  losses.addUnlessBefore(0, lost(30, 40, 9), CHEST, 20);
  assert.equal(available(losses, gain(30, 40)), 9);
});

test("if only somebody near can have got what was missing before, that is so for what is missing now", () => {
  const losses = none();
  losses.add(0, { ...lost(10, 20, 5), openTo: [HANDS] });
  losses.addUnlessBefore(0, lost(30, 40, 9), CHEST, 20);
  assert.equal(available(losses, gain(30, 40)), 5);
  assert.equal(available(losses, gain(30, 40, CHEST)), 0);
});

test("what left until everything was looked at again may stand for what was gained before", () => {
  const losses = new Losses({ at: (tick) => tick, reachedAt: (tick) => tick + 5 });
  losses.add(0, lost(10, 20, 5));
  assert.equal(available(losses, gain(0, 6)), 5);
  assert.equal(available(losses, gain(0, 5)), 0);
});

test("what somebody near picked up after a gain was seen is not it: it goes no further than these hands", () => {
  const losses = new Losses({ at: (tick) => tick, reachedAt: (tick) => tick + 5 });
  losses.add(0, { ...lost(10, 20, 5), openTo: [HANDS] });
  assert.equal(available(losses, gain(0, 11)), 5);
  assert.equal(available(losses, gain(0, 10)), 0);
});

test("a gift explains what appears within a second of it, in any of the player's own places", () => {
  const losses = none();
  losses.give(0, HANDS, 100);
  losses.give(0, HANDS, 100);
  for (const place of [HANDS, ENDER]) {
    assert.equal(available(losses, gain(99 + EVENT_SKEW_TICKS, 200, place)), NO_LIMIT);
    assert.equal(available(losses, gain(100 + EVENT_SKEW_TICKS, 200, place)), 0);
    assert.equal(available(losses, gain(0, 100 - EVENT_SKEW_TICKS, place)), NO_LIMIT);
    assert.equal(available(losses, gain(0, 99 - EVENT_SKEW_TICKS, place)), 0);
  }
});

test("a gift with an amount is open to all of the player's own places, with no more than that, and twice if it comes twice", () => {
  const losses = none();
  losses.give(1, HANDS, 100, 30);
  losses.give(1, HANDS, 100, 30);
  const open = (classIndex: number) =>
    losses.openTo(classIndex, gain(99, 100, CHEST, HANDS, ENDER)).map(({ loss, openTo }) => [loss.left, openTo]);
  assert.deepEqual(open(0), []);
  assert.deepEqual(open(1), [
    [30, [1, 2]],
    [30, [1, 2]],
  ]);
  losses.forget(100 + EVENT_SKEW_TICKS);
  assert.deepEqual(open(1), []);
});

test("what was used up explains what was made of it, at its place and in its tick only", () => {
  const losses = none();
  losses.add(0, { ...lost(10, 20, 5), places: [], openTo: [HANDS], isExact: true, isUsedUp: true });
  assert.equal(available(losses, gain(15, 20)), 5);
  assert.equal(available(losses, gain(20, 21)), 0);
  assert.equal(available(losses, gain(15, 20, CHEST)), 0);
});
