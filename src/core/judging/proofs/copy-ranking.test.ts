import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { Presence } from "../../looking/presence/presence.ts";
import { SeenSlots } from "../../looking/presence/seen-slots.ts";
import { UnseenMoves } from "../../looking/unseen-moves.ts";
import type { PlaceKey } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { CopyRanking } from "./copy-ranking.ts";
import { FirstCopies } from "./first-copies.ts";

const SWORD = fakeId(7);
const [ALEX, BO, CHEST, COW] = ["player:alex", "player:bo", "block:world:1,2,3", "entity:world:cow"] as const;
const WINDOW = "window:bo";
/** Under the chest. */
const GROUND = "ground:world:0,0";
const FURTHER_CHEST = "block:world:9,2,3";

/** Places and what looks find there; each call of `tickEnd` is one tick. */
class Looks {
  readonly presence = new Presence();
  readonly clock = new GameClock(new HandClock());
  readonly unseen = new UnseenMoves(this.clock);
  readonly unknown: string[] = [];
  readonly #reportedAt = new Map<PlaceKey, number>();
  readonly #moves = {
    hasComeSince: (_: string, place: PlaceKey, moment: number) => this.#cameAt(place) > moment,
    leadBack: () => false,
    isReportedAt: (_: string, place: PlaceKey) => this.#touched.includes(place),
    lead: (_: string, from: PlaceKey, to: PlaceKey) => this.#touched.includes(from) && this.#touched.includes(to),
    wentInBox: () => false,
    isByWindow: () => false,
    isMovedByTwo: () => false,
  };
  readonly first = new FirstCopies({
    presence: this.presence,
    unseen: this.unseen,
    moves: this.#moves,
    onUnknown: (itemId) => this.unknown.push(itemId),
  });
  readonly ranking = new CopyRanking({
    presence: this.presence,
    unseen: this.unseen,
    seenSlots: new SeenSlots(),
    firstCopies: this.first,
    moves: this.#moves,
    olderSessions: () => [],
    isWaiting: () => false,
    onExchanged: () => undefined,
  });
  #touched: readonly PlaceKey[] = [];
  #lookWhileRanking: () => void = () => undefined;
  #ms = 0;

  #cameAt(place: PlaceKey): number {
    this.#lookWhileRanking();
    return this.#reportedAt.get(place) ?? 0;
  }

  /** `reported`: places that an event of this tick named together with the sword. */
  tickEnd(found: Readonly<Record<PlaceKey, boolean>>, ...reported: readonly PlaceKey[]): void {
    this.#settle(found, reported, []);
  }

  /** The same, and `leftLate` is looked at only once the tick end is settled: the sword is not there any more. */
  tickEndThenLeft(
    found: Readonly<Record<PlaceKey, boolean>>,
    leftLate: PlaceKey,
    ...reported: readonly PlaceKey[]
  ): void {
    this.#settle(found, reported, [leftLate]);
  }

  /** The same, and `leftWhileRanking` is looked at only to rank what was found: the sword is not there any more. */
  tickEndLookingOn(found: Readonly<Record<PlaceKey, boolean>>, leftWhileRanking: PlaceKey): void {
    this.#lookWhileRanking = () => {
      this.presence.set(leftWhileRanking, [], this.#ms);
      this.ranking.onItemLeft(SWORD, leftWhileRanking);
      this.#lookWhileRanking = () => undefined;
    };
    this.tickEnd(found);
  }

  /** The same, and ranking looks at nothing. */
  tickEndWithoutAsking(found: Readonly<Record<PlaceKey, boolean>>): void {
    this.#lookWhileRanking = () => assert.fail("asked");
    this.tickEnd(found);
    this.#lookWhileRanking = () => undefined;
  }

  /** Once the tick end is settled, one more look finds the sword. */
  tickEndThenFound(found: Readonly<Record<PlaceKey, boolean>>, foundLate: PlaceKey): void {
    this.#settle(found, [], [], [foundLate]);
  }

  #settle(
    found: Readonly<Record<PlaceKey, boolean>>,
    reported: readonly PlaceKey[],
    leftLate: readonly PlaceKey[],
    foundLate: readonly PlaceKey[] = [],
  ): void {
    this.#ms += 50;
    const before = this.presence.placesOf(SWORD);
    for (const [place, isThere] of Object.entries(found)) this.presence.set(place, isThere ? [SWORD] : [], this.#ms);
    this.#touched = reported;
    for (const place of reported) {
      this.first.noteReported(SWORD, place);
      this.#reportedAt.set(place, this.clock.nextSequence());
    }
    const left = before.find((place) => !this.presence.placesOf(SWORD).includes(place));
    this.ranking.rankArrivals(
      () => left,
      () => false,
    );
    for (const place of leftLate) {
      this.presence.set(place, [], this.#ms);
      this.ranking.onItemLeft(SWORD, place);
    }
    for (const place of foundLate) {
      this.presence.set(place, [SWORD], this.#ms);
      if (this.presence.isAtSeveral(SWORD)) this.ranking.rankIfSettled(SWORD);
    }
    this.ranking.finishTickEnd();
    this.presence.finishTickEnd(() => false);
  }

  /** A look finds that the sword is not there any more, while it is elsewhere. */
  leave(place: PlaceKey): void {
    this.presence.set(place, [], this.#ms);
    this.ranking.onItemLeft(SWORD, place);
  }

  passOverEverything(): void {
    this.beginPass();
    this.endPass();
    this.unseen.finishTickEnd();
  }

  beginPass(): void {
    for (const passes of [this.unseen.players, this.unseen.places]) passes.onPassBegin();
  }

  /** The last looks of the pass are made; what they found has not been judged yet. */
  endPass(): void {
    for (const passes of [this.unseen.players, this.unseen.places]) passes.onPassEnd();
  }

  get places(): readonly PlaceKey[] {
    return this.presence.placesOf(SWORD);
  }
}

describe("the copy that was there first", () => {
  it("with a player it turned up by nobody's machine: when the other came to its place is not asked", () => {
    const looks = new Looks();
    looks.tickEnd({ [CHEST]: true });
    looks.tickEndWithoutAsking({ [CHEST]: true, [ALEX]: true });
    assert.deepEqual(looks.presence.placesOf(SWORD), [CHEST, ALEX]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is the one that looks found where it was; a copy that moves keeps its rank", () => {
    const looks = new Looks();
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
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd(found, CHEST, ALEX);
      assert.deepEqual(looks.places, [CHEST, BO]);
      assert.ok(looks.first.isKnown(SWORD));
    });
  }

  it("is unknown when a machine may have been quicker than the reported move: those report nothing", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [ALEX]: false, [BO]: true, [CHEST]: true }, BO, ALEX);
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is unknown when a chest that was not looked at since the reported move has it, unless it came back from the dark without", () => {
    for (const [isPassedOver, isFromDark] of [
      [false, false],
      [true, false],
      [false, true],
    ]) {
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true }, BO, ALEX);
      if (isPassedOver) looks.passOverEverything();
      if (isFromDark) looks.first.markLater(SWORD, CHEST);
      looks.tickEnd({ [CHEST]: true });
      assert.equal(looks.first.isKnown(SWORD), isPassedOver || isFromDark);
    }
  });

  it("is unknown when it is back where it was before it went without a word, however long ago", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true, [ALEX]: false });
    looks.passOverEverything();
    looks.tickEnd({ [ALEX]: true });
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is unknown also when the other copy is moved on in the very tick", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true, [ALEX]: false });
    looks.passOverEverything();
    looks.tickEnd({ [ALEX]: true, [BO]: false, [CHEST]: true }, BO, CHEST);
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is known when what is new is only a window that outlives its block", () => {
    const looks = new Looks();
    looks.tickEnd({ [CHEST]: true });
    looks.tickEnd({ [CHEST]: false, [WINDOW]: true, [COW]: true });
    assert.deepEqual(looks.places, [COW, WINDOW]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("did not go without a word when the word is about another copy than the window that was looked at first", () => {
    const looks = new Looks();
    looks.tickEnd({ [CHEST]: true });
    looks.ranking.noteSilentMove(SWORD, CHEST);
    looks.tickEnd({ [WINDOW]: true, [CHEST]: false, [COW]: true }, COW, CHEST);
    looks.tickEnd({ [WINDOW]: false, [BO]: true });
    assert.deepEqual(looks.places, [COW, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is the one that is still there when another is reported to come from its place, however it got there", () => {
    for (const isReported of [true, false]) {
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [CHEST]: true, [ALEX]: false });
      looks.tickEnd({ [BO]: true }, ...(isReported ? [BO, CHEST] : []));
      assert.equal(looks.first.isKnown(SWORD), isReported);
      assert.equal(looks.places[0], CHEST);
    }
  });

  it("may be one that left while nobody could say, when that turns up again before everything was looked at once more", () => {
    for (const left of [BO, CHEST]) {
      const looks = new Looks();
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

  it("is at each of its places once, also when a copy that is known to be a later one was reported", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    for (const place of [CHEST, FURTHER_CHEST]) looks.first.markLater(SWORD, place);
    looks.tickEnd({ [ALEX]: false, [CHEST]: true, [FURTHER_CHEST]: true }, ALEX, CHEST);
    assert.deepEqual(looks.places.toSorted(), [CHEST, FURTHER_CHEST]);
  });

  it("is where a reported move led to, also when the place that it was at turns out to be empty only then", () => {
    const looks = new Looks();
    looks.tickEnd({ [CHEST]: true });
    looks.first.markLater(SWORD, BO);
    looks.tickEndThenLeft({ [ALEX]: true, [BO]: true }, CHEST, FURTHER_CHEST, ALEX);
    assert.deepEqual(looks.places, [ALEX, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("leaves copies that were there before in their ranks", () => {
    const looks = new Looks();
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [COW]: true, [CHEST]: true }, CHEST);
    assert.deepEqual(looks.places, [BO, CHEST, COW]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is unknown when it left, and two turned up: both were reported, or neither", () => {
    for (const reported of [[], [BO, CHEST]]) {
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true, [CHEST]: true }, ...reported);
      assert.ok(!looks.first.isKnown(SWORD));
      assert.deepEqual(looks.unknown, [SWORD]);
      looks.tickEnd({ [BO]: false });
      assert.ok(looks.first.isKnown(SWORD), "one is left, and that is the one");
    }
  });

  it("is unknown when another turns up after a move without a word, until everything was looked at once more", () => {
    for (const isPassedOver of [false, true]) {
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [BO]: true, [ALEX]: false });
      if (isPassedOver) looks.passOverEverything();
      looks.tickEnd({ [CHEST]: true });
      assert.equal(looks.first.isKnown(SWORD), isPassedOver);
    }
  });

  it("is what fell out of a broken block, wherever the copy that somebody takes out of the block's window is put then", () => {
    for (const isOutOfWindow of [true, false]) {
      const looks = new Looks();
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
      const looks = new Looks();
      looks.tickEnd({ [CHEST]: true });
      looks.tickEnd({ [BO]: true, [CHEST]: false }, BO);
      if (isOutOfWindow) looks.ranking.noteOutOfWindow(SWORD, CHEST);
      looks.tickEnd({ [FURTHER_CHEST]: true, [BO]: false, [GROUND]: true }, BO, FURTHER_CHEST);
      assert.equal(looks.first.isKnown(SWORD), isOutOfWindow);
      if (isOutOfWindow) assert.equal(looks.first.standingOf(SWORD, GROUND), "first");
    }
  });

  it("is unknown after a move without a word, also of what came out of a window long before", () => {
    for (const isOutOfWindow of [true, false]) {
      const looks = new Looks();
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
    const together = new Looks();
    together.tickEnd({ [CHEST]: true });
    together.tickEndThenLeft({ [ALEX]: true, [BO]: true }, CHEST);
    assert.ok(!together.first.isKnown(SWORD));
    for (const isSameTick of [true, false]) {
      const looks = new Looks();
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
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true }, ...reported);
      looks.beginPass();
      looks.endPass();
      looks.tickEnd({ [CHEST]: true });
      assert.ok(!looks.first.isKnown(SWORD), `reported: ${reported.join()}`);
    }
  });

  it("is unknown when the other comes to light after the tick end was settled, as at any other time", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [ALEX]: false, [CHEST]: true });
    looks.tickEndThenFound({}, BO);
    assert.ok(!looks.first.isKnown(SWORD));
    assert.deepEqual(looks.unknown, [SWORD]);
  });

  it("went without a word when a look made for ranking finds that it is not where it was", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEndLookingOn({ [CHEST]: true }, ALEX);
    assert.deepEqual(looks.places, [CHEST]);
    looks.tickEnd({ [BO]: true });
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("went without a word when all copies are gone in one tick, one of them known to be a later one", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [BO]: true });
    looks.first.markLater(SWORD, BO);
    looks.tickEnd({ [ALEX]: false, [BO]: false });
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [ALEX]: true });
    assert.equal(looks.first.standingOf(SWORD, ALEX), "unknown");
  });

  it("is not the dark one for sure when a machine may have put the other where nobody had looked since the dark one moved", () => {
    for (const isPassedOver of [false, true]) {
      const looks = new Looks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true }, BO, ALEX);
      looks.presence.forget(BO);
      if (isPassedOver) looks.passOverEverything();
      const standing = (place: PlaceKey) => looks.first.standingOfDark(SWORD, BO, looks.first.doubtAbout(SWORD, place));
      assert.equal(standing(CHEST), isPassedOver ? "first" : "unknown");
      assert.equal(standing(ALEX), "first", "what players take is reported");
    }
  });

  it("is what it was when a place comes back from the dark", () => {
    const looks = new Looks();
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [ALEX]: true });
    looks.first.keepStanding(SWORD, ALEX, "later");
    assert.deepEqual(looks.places, [BO, ALEX]);
    looks.first.keepStanding(SWORD, ALEX, "first");
    assert.deepEqual(looks.places, [ALEX, BO]);
    looks.first.keepStanding(SWORD, BO, "unknown");
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is what came back from the dark, also when a move of the other is reported in that very tick", () => {
    const looks = new Looks();
    looks.tickEnd({ [BO]: true });
    looks.presence.set(ALEX, [SWORD], 0);
    looks.first.keepStanding(SWORD, ALEX, "first");
    looks.tickEnd({ [BO]: false, [CHEST]: true }, CHEST, BO);
    assert.deepEqual(looks.places, [ALEX, CHEST]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is not a copy that was a later one when its place went dark, however the first got where it is", () => {
    const looks = new Looks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [CHEST]: true, [ALEX]: false });
    looks.first.keepStanding(SWORD, BO, "later");
    looks.tickEnd({ [BO]: true });
    assert.deepEqual(looks.places, [CHEST, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });
});
