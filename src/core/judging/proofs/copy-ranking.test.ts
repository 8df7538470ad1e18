import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ALEX,
  BO,
  CHEST,
  COW,
  FURTHER_CHEST,
  GROUND,
  SWORD,
  SwordLooks,
  WINDOW,
} from "../../../testing/unpublished/judging/sword-looks.ts";

describe("the copy that was there first", () => {
  it("with a player it turned up by nobody's machine: when the other came to its place is not asked", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [CHEST]: true });
    looks.tickEndWithoutAsking({ [CHEST]: true, [ALEX]: true });
    assert.deepEqual(looks.presence.placesOf(SWORD), [CHEST, ALEX]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is the one that looks found where it was; a copy that moves keeps its rank", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [CHEST]: true, [ALEX]: false });
    assert.deepEqual(looks.places, [CHEST, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  for (const [name, found] of Object.entries({
    "the other place first": { [BO]: true, [ALEX]: false, [CHEST]: true },
    "the place that it left first": { [ALEX]: false, [BO]: true, [CHEST]: true },
    "the place that it went to first": { [CHEST]: true, [ALEX]: false, [BO]: true },
  })) {
    it(`is where a reported move led to, looking at ${name}`, () => {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd(found, CHEST, ALEX);
      assert.deepEqual(looks.places, [CHEST, BO]);
      assert.ok(looks.first.isKnown(SWORD));
    });
  }

  it("is unknown when a machine may have been quicker than the reported move: those report nothing", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [ALEX]: false, [BO]: true, [CHEST]: true }, BO, ALEX);
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is known when what is new is only a window that outlives its block", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [CHEST]: true });
    looks.tickEnd({ [CHEST]: false, [WINDOW]: true, [COW]: true });
    assert.deepEqual(looks.places, [COW, WINDOW]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("did not go without a word when the word is about another copy than the window that was looked at first", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [CHEST]: true });
    looks.ranking.noteSilentMove(SWORD, CHEST);
    looks.tickEnd({ [WINDOW]: true, [CHEST]: false, [COW]: true }, COW, CHEST);
    looks.tickEnd({ [WINDOW]: false, [BO]: true });
    assert.deepEqual(looks.places, [COW, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is at each of its places once, also when a copy that is known to be a later one was reported", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    for (const place of [CHEST, FURTHER_CHEST]) looks.first.markLater(SWORD, place);
    looks.tickEnd({ [ALEX]: false, [CHEST]: true, [FURTHER_CHEST]: true }, ALEX, CHEST);
    assert.deepEqual(looks.places.toSorted(), [CHEST, FURTHER_CHEST]);
  });

  it("is where a reported move led to, also when the place that it was at turns out to be empty only then", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [CHEST]: true });
    looks.first.markLater(SWORD, BO);
    looks.tickEndThenLeft({ [ALEX]: true, [BO]: true }, CHEST, FURTHER_CHEST, ALEX);
    assert.deepEqual(looks.places, [ALEX, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("leaves copies that were there before in their ranks", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [COW]: true, [CHEST]: true }, CHEST);
    assert.deepEqual(looks.places, [BO, CHEST, COW]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is unknown when it left, and two turned up: both were reported, or neither", () => {
    for (const reported of [[], [BO, CHEST]]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true, [CHEST]: true }, ...reported);
      assert.ok(!looks.first.isKnown(SWORD));
      assert.deepEqual(looks.unknown, [SWORD]);
      looks.tickEnd({ [BO]: false });
      assert.ok(looks.first.isKnown(SWORD), "one is left, and that is the one");
    }
  });

  it("is unknown when it may have stopped where a copy was, also if a further one turns up without a word", () => {
    for (const further of [[], [BO]]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [CHEST]: true });
      looks.tickEnd({ [CHEST]: true, [ALEX]: true });
      const found = Object.fromEntries([ALEX, FURTHER_CHEST, ...further].map((place) => [place, true]));
      looks.tickEnd({ [CHEST]: false, ...found }, CHEST, ALEX, FURTHER_CHEST);
      assert.deepEqual(looks.unknown, [SWORD]);
    }
  });

  it("is what fell out of a broken block, wherever the copy that somebody takes out of the block's window is put then", () => {
    for (const isOutOfWindow of [true, false]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [CHEST]: true });
      looks.tickEnd({ [GROUND]: true, [CHEST]: false });
      looks.presence.set(BO, [SWORD], 1);
      looks.first.markLater(SWORD, BO);
      if (isOutOfWindow) looks.ranking.noteOutOfWindowBeside(SWORD, BO);
      looks.tickEnd({ [BO]: true });
      looks.tickEnd({ [FURTHER_CHEST]: true, [BO]: false }, BO, FURTHER_CHEST);
      assert.equal(looks.first.isKnown(SWORD), isOutOfWindow);
      if (isOutOfWindow) assert.equal(looks.first.standingOf(SWORD, GROUND), "first");
    }
  });

  it("is what fell out of a broken block, also when that is seen in the tick in which the copy out of its window goes on", () => {
    for (const isOutOfWindow of [true, false]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [CHEST]: true });
      looks.tickEnd({ [BO]: true, [CHEST]: false }, BO);
      if (isOutOfWindow) looks.ranking.noteOutOfWindow(SWORD, CHEST);
      looks.tickEnd({ [FURTHER_CHEST]: true, [BO]: false, [GROUND]: true }, BO, FURTHER_CHEST);
      assert.equal(looks.first.isKnown(SWORD), isOutOfWindow);
      if (isOutOfWindow) assert.equal(looks.first.standingOf(SWORD, GROUND), "first");
    }
  });
});
