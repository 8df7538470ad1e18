import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ALEX,
  BO,
  CHEST,
  COW,
  FURTHER_CHEST,
  SWORD,
  SwordLooks,
} from "../../../testing/unpublished/judging/sword-looks.ts";

describe("the copy that was there first, when copies move and nothing is reported", () => {
  it("is unknown when a chest that was not looked at since the reported move has it, unless it came back from the dark without", () => {
    for (const [isPassedOver, isFromDark] of [
      [false, false],
      [true, false],
      [false, true],
    ]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true }, BO, ALEX);
      if (isPassedOver) looks.passOverEverything();
      if (isFromDark) looks.first.markLater(SWORD, CHEST);
      looks.tickEnd({ [CHEST]: true });
      assert.equal(looks.first.isKnown(SWORD), isPassedOver || isFromDark);
    }
  });

  it("is unknown when it is back where it was before it went without a word, however long ago", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true, [ALEX]: false });
    looks.passOverEverything();
    looks.tickEnd({ [ALEX]: true });
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is unknown also when the other copy is moved on in the very tick", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true, [ALEX]: false });
    looks.passOverEverything();
    looks.tickEnd({ [ALEX]: true, [BO]: false, [CHEST]: true }, BO, CHEST);
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is the one that is still there when another is reported to come from its place, however it got there", () => {
    for (const isReported of [true, false]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [CHEST]: true, [ALEX]: false });
      looks.tickEnd({ [BO]: true }, ...(isReported ? [BO, CHEST] : []));
      assert.equal(looks.first.isKnown(SWORD), isReported);
      assert.equal(looks.places[0], CHEST);
    }
  });

  it("may be one that left while nobody could say, when that turns up again before everything was looked at once more", () => {
    for (const left of [BO, CHEST]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true, [CHEST]: true });
      looks.passOverEverything();
      looks.leave(left);
      looks.tickEnd({});
      assert.ok(looks.first.isKnown(SWORD), "one is left, and that is the one");
      looks.tickEnd({ [COW]: true });
      assert.ok(!looks.first.isKnown(SWORD), left);
    }
  });

  it("is unknown when another turns up after a move without a word, until everything was looked at once more", () => {
    for (const isPassedOver of [false, true]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [BO]: true, [ALEX]: false });
      if (isPassedOver) looks.passOverEverything();
      looks.tickEnd({ [CHEST]: true });
      assert.equal(looks.first.isKnown(SWORD), isPassedOver);
    }
  });

  it("is unknown after a move without a word, also of what came out of a window long before", () => {
    for (const isOutOfWindow of [true, false]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [CHEST]: true });
      looks.tickEnd({ [BO]: true, [CHEST]: false }, BO);
      if (isOutOfWindow) looks.ranking.noteOutOfWindow(SWORD, CHEST);
      looks.passOverEverything();
      looks.tickEnd({ [ALEX]: true, [BO]: false }, ALEX, BO);
      looks.tickEnd({ [COW]: true, [ALEX]: false });
      looks.tickEnd({ [FURTHER_CHEST]: true });
      assert.ok(!looks.first.isKnown(SWORD), `out of a window: ${isOutOfWindow}`);
    }
  });

  it("is unknown when the place that it was at first turns out to be empty only after others were found, together or one by one", () => {
    const together = new SwordLooks();
    together.tickEnd({ [CHEST]: true });
    together.tickEndThenLeft({ [ALEX]: true, [BO]: true }, CHEST);
    assert.ok(!together.first.isKnown(SWORD));
    for (const isSameTick of [true, false]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [CHEST]: true });
      if (isSameTick) looks.tickEndThenLeft({ [ALEX]: true }, CHEST);
      else {
        looks.tickEnd({ [ALEX]: true });
        looks.tickEnd({ [CHEST]: false });
      }
      looks.tickEnd({ [BO]: true });
      assert.ok(!looks.first.isKnown(SWORD), `in the same tick: ${isSameTick}`);
    }
  });

  it("is unknown when it is the last look of a pass that finds the other: before that, nobody had looked there", () => {
    for (const reported of [[], [BO, ALEX]]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true }, ...reported);
      looks.beginPass();
      looks.endPass();
      looks.tickEnd({ [CHEST]: true });
      assert.ok(!looks.first.isKnown(SWORD), `reported: ${reported.join()}`);
    }
  });

  it("is unknown when the other comes to light after the tick end was settled, as at any other time", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [ALEX]: false, [CHEST]: true });
    looks.tickEndThenFound({}, BO);
    assert.ok(!looks.first.isKnown(SWORD));
    assert.deepEqual(looks.unknown, [SWORD]);
  });

  it("went without a word when a look made for ranking finds that it is not where it was", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEndLookingOn({ [CHEST]: true }, ALEX);
    assert.deepEqual(looks.places, [CHEST]);
    looks.tickEnd({ [BO]: true });
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("went without a word when all copies are gone in one tick, one of them known to be a later one", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true });
    looks.first.markLater(SWORD, BO);
    looks.tickEnd({ [ALEX]: false, [BO]: false });
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [ALEX]: true });
    assert.equal(looks.first.standingOf(SWORD, ALEX), "unknown");
  });
});
