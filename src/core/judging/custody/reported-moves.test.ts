import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { HandClock } from "../../../testing/hand-clock.ts";
import { blockPlace, groundPlace, playerPlace } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { ReportedMoves } from "./reported-moves.ts";

const [SWORD, BOW] = [fakeId(1), fakeId(2)];
const at = { world: "world", x: 1, y: 2, z: 3 };
const [ALEX, BEA, CHEST, GROUND] = [playerPlace(fakeId(8)), playerPlace(fakeId(9)), blockPlace(at), groundPlace(at)];

function start() {
  const clock = new HandClock();
  const gameClock = new GameClock(clock);
  const reportedMoves = new ReportedMoves(gameClock);
  /** A tick of 50 ms, unless told. */
  const tick = (ms = 50) => {
    clock.pass(ms);
    gameClock.beginTickEnd();
    reportedMoves.tick();
  };
  tick();
  return { clock, gameClock, reportedMoves, tick };
}

describe("a reported move explains that an item is elsewhere", () => {
  it("between the player and what was touched, whichever way it went", () => {
    const { reportedMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    reportedMoves.reported(SWORD, ALEX, [CHEST]);
    assert.ok(reportedMoves.explain(SWORD, ALEX, CHEST, since));
    assert.ok(reportedMoves.explain(SWORD, CHEST, ALEX, since));
    assert.ok(reportedMoves.explain(SWORD, playerPlace(fakeId(8), 3), CHEST, since), "whichever session it is");
    assert.equal(reportedMoves.explain(SWORD, ALEX, BEA, since), false);
    assert.equal(reportedMoves.explain(BOW, ALEX, CHEST, since), false, "another item did not move");
  });

  it("over several stops, in the order in which they were reported", () => {
    const { reportedMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    reportedMoves.reported(SWORD, ALEX, [GROUND]);
    reportedMoves.reported(SWORD, BEA, [GROUND]);
    reportedMoves.reported(SWORD, BEA, [CHEST]);
    assert.ok(reportedMoves.explain(SWORD, ALEX, CHEST, since));
    assert.equal(reportedMoves.explain(SWORD, CHEST, ALEX, since), false, "nobody brought it back");
  });

  it("only when it was reported after the place was last seen to hold the item", () => {
    const { reportedMoves, clock, gameClock } = start();
    reportedMoves.reported(SWORD, ALEX, [CHEST]);
    assert.equal(reportedMoves.explain(SWORD, ALEX, CHEST, { ms: clock.now() }), false, "in that very millisecond");
    const moment = gameClock.nextSequence();
    assert.equal(
      reportedMoves.explain(SWORD, ALEX, CHEST, { ms: clock.now(), moment }),
      false,
      "it was seen there since",
    );
    reportedMoves.reported(SWORD, ALEX, [CHEST]);
    assert.ok(reportedMoves.explain(SWORD, ALEX, CHEST, { ms: clock.now(), moment }), "the order of moments tells");
  });

  it("for a minute, whatever the wall clock does meanwhile", () => {
    const { reportedMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    reportedMoves.reported(SWORD, ALEX, [CHEST]);
    tick(3_600_000);
    assert.ok(reportedMoves.explain(SWORD, ALEX, CHEST, since), "a clock that was set is no hour");
    for (let second = 0; second < 61; second++) tick(1000);
    assert.equal(reportedMoves.explain(SWORD, ALEX, CHEST, since), false);
  });

  it("and is forgotten when a cheat reports more moves of one item than are remembered", () => {
    const { reportedMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    reportedMoves.reported(SWORD, ALEX, [CHEST]);
    for (let move = 0; move < 8; move++) reportedMoves.reported(SWORD, BEA, [GROUND]);
    assert.equal(reportedMoves.explain(SWORD, ALEX, CHEST, since), false);
  });
});

describe("when an item was last reported to move", () => {
  it("is not known to be never once moves were forgotten, by time or because there were too many", () => {
    const { reportedMoves, gameClock, tick } = start();
    const before = gameClock.nextSequence();
    reportedMoves.reported(SWORD, ALEX, [CHEST]);
    const after = gameClock.nextSequence();
    assert.equal(reportedMoves.lastMoment(BOW, CHEST), 0);
    for (let second = 0; second < 180; second++) tick(1000);
    assert.ok(
      reportedMoves.lastMoment(SWORD, CHEST) > before,
      "a pass that began before that move may still be under way",
    );
    const later = gameClock.nextSequence();
    assert.ok(reportedMoves.lastMoment(SWORD, CHEST) < later && after < later, "what came later is remembered");
    reportedMoves.reported(BOW, ALEX, [CHEST]);
    for (let move = 0; move < 8; move++) reportedMoves.reported(BOW, BEA, [GROUND]);
    assert.ok(reportedMoves.lastMoment(BOW, CHEST) > later);
  });
});
