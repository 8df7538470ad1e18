import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { GameClock } from "../../time/game-clock.ts";
import { Announcements } from "./announcements.ts";

const KIT = fakeId(1);
const [NEW, LATER, BROUGHT] = [fakeId(2), fakeId(3), fakeId(4)];
const CHEST = "block:world:1,2,3";

const UNKNOWN = { isMoved: () => false, wasThere: () => false };
const at = (...copies: readonly ReturnType<typeof copyOf>[]) => ({ place: CHEST, copies });
const copyOf = (itemId: string, isNew = false, count = 1) => ({ itemId, isNew, item: { count } });

describe("announcements", () => {
  it("hold for the ids and places that they name, and for no others", () => {
    const { announcements } = start();
    announcements.add({ cause: "kit", ids: [KIT.toUpperCase()] });
    announcements.add({ cause: "shop", places: [CHEST] });
    assert.equal(announcements.copiesLeft(KIT), 1);
    assert.equal(announcements.isAnnouncedPlace(CHEST), true);
    assert.equal(announcements.copiesLeft(fakeId(2)), 0);
    assert.equal(announcements.isAnnouncedPlace("block:world:9,9,9"), false);
  });

  it("hold for a minute", () => {
    const { announcements, pass } = start();
    announcements.add({ cause: "kit", ids: [KIT], places: [CHEST] });
    pass(60_000);
    assert.deepEqual([announcements.copiesLeft(KIT), announcements.isAnnouncedPlace(CHEST)], [1, true]);
    pass(50);
    assert.deepEqual([announcements.copiesLeft(KIT), announcements.isAnnouncedPlace(CHEST)], [0, false]);
  });

  it("that are made again hold from then on, and leave the others as they are", () => {
    const { announcements, pass } = start();
    announcements.add({ cause: "kit", ids: [KIT, fakeId(2)] });
    pass(40_000);
    announcements.add({ cause: "kit", ids: [KIT] });
    pass(40_000);
    assert.deepEqual([announcements.copiesLeft(KIT), announcements.copiesLeft(fakeId(2))], [2, 0]);
  });

  it("hold as long when the clock is set meanwhile, forward or back", () => {
    const { announcements, clock, pass } = start();
    announcements.add({ cause: "kit", ids: [KIT] });
    clock.pass(2 * 3_600_000);
    pass(59_000);
    assert.equal(announcements.copiesLeft(KIT), 1);
    clock.pass(-3_600_000);
    pass(2_000);
    assert.equal(announcements.copiesLeft(KIT), 0);
  });

  it("excuse one copy of each id, or as many as they say", () => {
    const { announcements } = start();
    announcements.add({ cause: "kit", ids: [KIT, fakeId(2)] });
    announcements.add({ cause: "kit for all", ids: [KIT], amount: 3 });
    announcements.noteUsed(KIT, 1, fakeId(11));
    announcements.noteUsed(fakeId(2), 1, fakeId(12));
    announcements.noteUsed(fakeId(3), 1, fakeId(13));
    assert.deepEqual(
      [KIT, fakeId(2), fakeId(3)].map((id) => announcements.copiesLeft(id)),
      [3, 0, 0],
    );
    for (const amount of [0, -2, Number.NaN, 1.5]) announcements.add({ cause: "bad amount", ids: [fakeId(4)], amount });
    assert.equal(announcements.copiesLeft(fakeId(4)), 4, "an amount that is none counts as one");
  });

  it("that a note holds excuse what is left, and after a crash also what had turned up, under the ids that it had got", () => {
    for (const mayBeUndone of [false, true]) {
      const before = start().announcements;
      before.add({ cause: "kit", ids: [KIT], amount: 3 });
      for (const freshId of [fakeId(11), fakeId(12)]) before.noteUsed(KIT, 1, freshId);
      let { announcements } = start();
      announcements.load(before.takeNote()!, 0, mayBeUndone);
      assert.equal(announcements.copiesLeft(KIT), mayBeUndone ? 3 : 1);
      assert.equal(announcements.undoneId(KIT), undefined, "one is left of which nobody has seen anything");
      announcements.noteUsed(KIT, 1, fakeId(13));
      // A clean restart changes nothing.
      const note = announcements.takeNote()!;
      ({ announcements } = start());
      announcements.load(note, 0, false);
      for (const freshId of mayBeUndone ? [fakeId(11), fakeId(12)] : []) {
        assert.equal(announcements.undoneId(KIT), freshId);
        announcements.noteUsed(KIT, 1, freshId);
      }
      assert.deepEqual([announcements.copiesLeft(KIT), announcements.undoneId(KIT)], [0, undefined]);
    }
  });

  it("of very many copies know after a crash what each of the newest thousand had got", () => {
    const { announcements: before } = start();
    const given = Array.from({ length: 1100 }, (_, at) => fakeId(100 + at));
    before.add({ cause: "an earlier kit", ids: [NEW], amount: 200 });
    for (const freshId of given.slice(0, 200)) before.noteUsed(NEW, 1, freshId);
    before.add({ cause: "kit for all", ids: [KIT], amount: 900 });
    for (const freshId of given.slice(200)) before.noteUsed(KIT, 1, freshId);
    const { announcements } = start();
    announcements.load(before.takeNote()!, 0, true);
    assert.deepEqual(
      [KIT, NEW].map((id) => [announcements.copiesLeft(id), announcements.undoneId(id)]),
      [
        [900, given[200]],
        [100, given[100]],
      ],
    );
  });

  it("of places expect nothing more once three seconds have passed and the place was seen, but hold for what has appeared", () => {
    const { announcements, pass } = start();
    const state = () => [announcements.isAnnouncedPlace(CHEST), announcements.hasAppeared(KIT, CHEST)];
    announcements.add({ cause: "paste", places: [CHEST] });
    announcements.noteLook(at(copyOf(KIT)), [KIT], UNKNOWN);
    announcements.noteLook(at(copyOf(KIT), copyOf(NEW, true)), [NEW], UNKNOWN);
    for (const known of ["isMoved", "wasThere"]) {
      const isBrought = ({ itemId }: { itemId: string }) => itemId === BROUGHT;
      const all = [copyOf(KIT), copyOf(BROUGHT)];
      announcements.noteLook(at(...all), [BROUGHT], { ...UNKNOWN, [known]: isBrought });
    }
    pass(2900);
    announcements.closeDue(() => assert.fail("too early"));
    pass(100);
    announcements.closeDue(() => false);
    assert.deepEqual(state(), [true, true], "it cannot be seen yet");
    announcements.closeDue(() => true);
    assert.deepEqual(state(), [false, true]);
    announcements.closeDue(() => assert.fail("closed already"));
    announcements.noteLook(at(copyOf(KIT), copyOf(LATER)), [LATER], UNKNOWN);
    assert.deepEqual(
      [NEW, BROUGHT, LATER].map((itemId) => announcements.hasAppeared(itemId, CHEST)),
      [false, false, false],
      "what is new is no copy, and what was brought or comes later was not announced",
    );
    announcements.noteReissued(CHEST, KIT);
    assert.deepEqual(state(), [false, false]);
    announcements.add({ cause: "paste again", places: [CHEST] });
    assert.deepEqual(state(), [true, false]);
  });

  it("of places excuse what has appeared as long as nobody has touched it there, and no more of it than there was", () => {
    for (const [what, copies, isMoved] of [
      ["left", [], false],
      ["moved", [copyOf(KIT)], true],
    ] as const) {
      const { announcements, pass } = start();
      announcements.add({ cause: "kit", places: [CHEST] });
      announcements.noteLook(at(copyOf(KIT)), [KIT], UNKNOWN);
      pass(3000);
      announcements.closeDue(() => true);
      assert.deepEqual(
        [1, 2].map((count) => announcements.hasAppeared(KIT, CHEST, count)),
        [true, false],
      );
      announcements.noteLook(at(copyOf(KIT), copyOf(KIT)), [], UNKNOWN);
      assert.equal(announcements.hasAppeared(KIT, CHEST, 2), false, "the second one came too late");
      announcements.takeNote();
      announcements.noteLook(at(...copies), [], { ...UNKNOWN, isMoved: () => isMoved });
      announcements.noteLook(at(copyOf(KIT)), [KIT], UNKNOWN);
      assert.deepEqual([announcements.hasAppeared(KIT, CHEST), announcements.isChanged], [false, true], what);
    }
  });

  it("of places excuse as many as appeared together, over a restart as well", () => {
    const { announcements: before } = start();
    before.add({ cause: "kit", places: [CHEST] });
    before.noteLook(at(copyOf(KIT), copyOf(KIT, false, 2), copyOf(NEW, true)), [KIT, NEW], UNKNOWN);
    const { announcements } = start();
    announcements.load(before.takeNote()!, 0, false);
    for (const all of [before, announcements])
      assert.deepEqual(
        [3, 4].map((count) => all.hasAppeared(KIT, CHEST, count)),
        [true, false],
      );
  });

  it("of places do not excuse what their owners had when they joined, until everything there was looked at", () => {
    const [brought, given] = [BROUGHT, KIT];
    for (const [when, isProvisional, isWaiting] of [
      ["at once", false, false],
      ["in turns", false, true],
      ["not yet believed", true, false],
    ] as const) {
      const { announcements, pass } = start();
      const known = { ...UNKNOWN, isProvisional };
      announcements.add({ cause: "kit", places: [CHEST] });
      pass(50);
      announcements.noteJoin(CHEST, new Set([brought]));
      announcements.noteLook({ ...at(copyOf(given)), waiting: { isEmpty: !isWaiting } }, [given], known);
      if (isProvisional) announcements.noteLook(at(copyOf(given), copyOf(brought)), [given, brought], known);
      announcements.noteLook(at(copyOf(given), copyOf(brought)), [given, brought], UNKNOWN);
      assert.deepEqual(
        [given, brought].map((itemId) => announcements.hasAppeared(itemId, CHEST)),
        [true, !isWaiting],
        when,
      );
    }
  });

  it("of places excuse what a plugin gave whoever joined in that tick, and what a crash may have brought back", () => {
    const { announcements } = start();
    announcements.add({ cause: "first join", places: [CHEST] });
    announcements.noteJoin(CHEST, new Set([KIT]));
    announcements.noteLook(at(copyOf(KIT)), [KIT], UNKNOWN);
    for (const mayBeUndone of [false, true]) {
      const after = start();
      after.announcements.load(announcements.takeNote()!, 0, mayBeUndone);
      after.pass(50);
      after.announcements.noteJoin(CHEST, new Set([KIT, LATER]));
      after.announcements.noteLook(at(copyOf(KIT), copyOf(LATER)), [KIT, LATER], UNKNOWN);
      assert.deepEqual(
        [KIT, LATER].map((itemId) => after.announcements.hasAppeared(itemId, CHEST)),
        [true, mayBeUndone],
      );
    }
  });

  it("of very many places are looked at thirty-two a tick, and those that cannot be seen keep nobody waiting", () => {
    const { announcements, pass } = start();
    const places = Array.from({ length: 100 }, (_, at) => `block:world:${at},2,3`);
    announcements.add({ cause: "paste", places });
    pass(3000);
    const looks: string[][] = [];
    for (let tick = 0; tick < 5; tick++) {
      const seen: string[] = [];
      announcements.closeDue((place) => seen.push(place) > 0 && place !== places[0]);
      looks.push(seen);
    }
    assert.deepEqual(
      looks.map(({ length }) => length),
      [32, 32, 32, 5, 1],
    );
    assert.deepEqual([looks[3]!.at(-1), looks[4]![0]], [places[0], places[0]]);
  });

  it("that a note holds know what has appeared; after a crash it may appear again", () => {
    for (const mayBeUndone of [false, true]) {
      const { announcements: before, pass } = start();
      before.add({ cause: "paste", places: [CHEST] });
      before.noteLook(at(copyOf(KIT)), [KIT], UNKNOWN);
      pass(3000);
      before.closeDue(() => true);
      assert.equal(before.isChanged, true);
      const { announcements } = start();
      announcements.load(before.takeNote()!, 0, mayBeUndone);
      assert.deepEqual(
        [announcements.isAnnouncedPlace(CHEST), announcements.hasAppeared(KIT, CHEST)],
        [mayBeUndone, true],
      );
    }
  });

  it("of places do not excuse what was on record there before a look found it, but what had appeared before a restart", () => {
    const { announcements: before } = start();
    before.add({ cause: "paste", places: [CHEST] });
    before.noteLook(at(copyOf(KIT)), [KIT], UNKNOWN);
    const { announcements } = start();
    announcements.load(before.takeNote()!, 0, false);
    const ids = [KIT, NEW, LATER];
    const found = ids.map((itemId) => copyOf(itemId));
    announcements.noteLook(at(...found), ids, UNKNOWN);
    announcements.noteAnswer(KIT, CHEST, true);
    announcements.noteAnswer(NEW, CHEST, true);
    announcements.noteAnswer(LATER, CHEST, false);
    announcements.noteAnswer(LATER, CHEST, true);
    assert.deepEqual(
      ids.map((itemId) => announcements.hasAppeared(itemId, CHEST)),
      [true, false, true],
    );
    assert.equal(announcements.isAnnouncedPlace(CHEST), true);
  });

  it("of an id that is no UUID are ignored", () => {
    const { announcements } = start();
    announcements.add({ cause: "kit", ids: ["sword"] });
    assert.equal(announcements.copiesLeft("sword"), 0);
  });
});

function start() {
  const clock = new HandClock();
  const gameClock = new GameClock(clock);
  const announcements = new Announcements(gameClock);
  gameClock.beginTickEnd();
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.pass(50);
      gameClock.beginTickEnd();
    }
  };
  return { clock, announcements, pass };
}
