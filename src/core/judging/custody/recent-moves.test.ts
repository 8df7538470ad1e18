import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { blockPlace, groundPlace, playerPlace } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { RecentMoves } from "./recent-moves.ts";

const [SWORD, BOW] = [fakeId(1), fakeId(2)];
const at = { world: "world", x: 1, y: 2, z: 3 };
const [ALEX, BEA, CHEST, GROUND] = [playerPlace(fakeId(8)), playerPlace(fakeId(9)), blockPlace(at), groundPlace(at)];

function start() {
  const clock = new HandClock();
  const gameClock = new GameClock(clock);
  const recentMoves = new RecentMoves(gameClock);
  /** A tick of 50 ms, unless told. */
  const tick = (ms = 50) => {
    clock.pass(ms);
    gameClock.beginTickEnd();
    recentMoves.tick();
  };
  tick();
  return { clock, gameClock, recentMoves, tick };
}

describe("a reported move explains that an item is elsewhere", () => {
  it("between the player and what was touched, whichever way it went", () => {
    const { recentMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    recentMoves.note(SWORD, ALEX, [CHEST]);
    assert.ok(recentMoves.lead(SWORD, ALEX, CHEST, since));
    assert.ok(recentMoves.lead(SWORD, CHEST, ALEX, since));
    assert.ok(recentMoves.lead(SWORD, playerPlace(fakeId(8), 3), CHEST, since), "whichever session it is");
    assert.equal(recentMoves.lead(SWORD, ALEX, BEA, since), false);
    assert.equal(recentMoves.lead(BOW, ALEX, CHEST, since), false, "another item did not move");
  });

  it("over several stops, in the order in which they were reported", () => {
    const { recentMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    recentMoves.note(SWORD, ALEX, [GROUND]);
    recentMoves.note(SWORD, BEA, [GROUND]);
    recentMoves.note(SWORD, BEA, [CHEST]);
    assert.ok(recentMoves.lead(SWORD, ALEX, CHEST, since));
    assert.equal(recentMoves.lead(SWORD, CHEST, ALEX, since), false, "nobody brought it back");
  });

  it("only when it was reported after the place was last seen to hold the item", () => {
    const { recentMoves, clock, gameClock } = start();
    recentMoves.note(SWORD, ALEX, [CHEST]);
    assert.equal(recentMoves.lead(SWORD, ALEX, CHEST, { ms: clock.now() }), false, "in that very millisecond");
    const moment = gameClock.nextSequence();
    assert.equal(recentMoves.lead(SWORD, ALEX, CHEST, { ms: clock.now(), moment }), false, "it was seen there since");
    recentMoves.note(SWORD, ALEX, [CHEST]);
    assert.ok(recentMoves.lead(SWORD, ALEX, CHEST, { ms: clock.now(), moment }), "the order of moments tells");
  });

  it("for a minute, whatever the wall clock does meanwhile", () => {
    const { recentMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    recentMoves.note(SWORD, ALEX, [CHEST]);
    tick(3_600_000);
    assert.ok(recentMoves.lead(SWORD, ALEX, CHEST, since), "a clock that was set is no hour");
    for (let second = 0; second < 61; second++) tick(1000);
    assert.equal(recentMoves.lead(SWORD, ALEX, CHEST, since), false);
  });

  it("and is forgotten when a cheat reports more moves of one item than are remembered", () => {
    const { recentMoves, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    recentMoves.note(SWORD, ALEX, [CHEST]);
    for (let move = 0; move < 8; move++) recentMoves.note(SWORD, BEA, [GROUND]);
    assert.equal(recentMoves.lead(SWORD, ALEX, CHEST, since), false);
  });
});

describe("when an item was last reported to move", () => {
  it("is not known to be never once moves were forgotten, by time or because there were too many", () => {
    const { recentMoves, gameClock, tick } = start();
    const before = gameClock.nextSequence();
    recentMoves.note(SWORD, ALEX, [CHEST]);
    const after = gameClock.nextSequence();
    assert.equal(recentMoves.lastMoment(BOW, CHEST), 0);
    for (let second = 0; second < 180; second++) tick(1000);
    assert.ok(
      recentMoves.lastMoment(SWORD, CHEST) > before,
      "a pass that began before that move may still be under way",
    );
    const later = gameClock.nextSequence();
    assert.ok(recentMoves.lastMoment(SWORD, CHEST) < later && after < later, "what came later is remembered");
    recentMoves.note(BOW, ALEX, [CHEST]);
    for (let move = 0; move < 8; move++) recentMoves.note(BOW, BEA, [GROUND]);
    assert.ok(recentMoves.lastMoment(BOW, CHEST) > later);
  });
});
