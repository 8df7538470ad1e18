import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { HandClock } from "../../testing/hand-clock.ts";
import { blockPlace, groundPlace, playerPlace } from "../model/place.ts";
import { Moments } from "../time/moments.ts";
import { HandOvers } from "./hand-overs.ts";

const [SWORD, BOW] = [fakeId(1), fakeId(2)];
const at = { world: "world", x: 1, y: 2, z: 3 };
const [ALEX, BEA, CHEST, GROUND] = [playerPlace(fakeId(8)), playerPlace(fakeId(9)), blockPlace(at), groundPlace(at)];

function start() {
  const clock = new HandClock();
  const moments = new Moments();
  const handOvers = new HandOvers(clock, moments);
  /** A tick of 50 ms, unless told. */
  const tick = (ms = 50) => {
    clock.pass(ms);
    handOvers.tick();
  };
  tick();
  return { clock, moments, handOvers, tick };
}

describe("a reported move explains that an item is elsewhere", () => {
  it("between the player and what was touched, whichever way it went", () => {
    const { handOvers, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    handOvers.reported(SWORD, ALEX, [CHEST]);
    assert.ok(handOvers.explain(SWORD, ALEX, CHEST, since));
    assert.ok(handOvers.explain(SWORD, CHEST, ALEX, since));
    assert.ok(handOvers.explain(SWORD, playerPlace(fakeId(8), 3), CHEST, since), "whichever session it is");
    assert.equal(handOvers.explain(SWORD, ALEX, BEA, since), false);
    assert.equal(handOvers.explain(BOW, ALEX, CHEST, since), false, "another item did not move");
  });

  it("over several stops, in the order in which they were reported", () => {
    const { handOvers, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    handOvers.reported(SWORD, ALEX, [GROUND]);
    handOvers.reported(SWORD, BEA, [GROUND]);
    handOvers.reported(SWORD, BEA, [CHEST]);
    assert.ok(handOvers.explain(SWORD, ALEX, CHEST, since));
    assert.equal(handOvers.explain(SWORD, CHEST, ALEX, since), false, "nobody brought it back");
  });

  it("only when it was reported after the place was last seen to hold the item", () => {
    const { handOvers, clock, moments } = start();
    handOvers.reported(SWORD, ALEX, [CHEST]);
    assert.equal(handOvers.explain(SWORD, ALEX, CHEST, { ms: clock.now() }), false, "in that very millisecond");
    const moment = moments.next();
    assert.equal(handOvers.explain(SWORD, ALEX, CHEST, { ms: clock.now(), moment }), false, "it was seen there since");
    handOvers.reported(SWORD, ALEX, [CHEST]);
    assert.ok(handOvers.explain(SWORD, ALEX, CHEST, { ms: clock.now(), moment }), "the order of moments tells");
  });

  it("for a minute, whatever the wall clock does meanwhile", () => {
    const { handOvers, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    handOvers.reported(SWORD, ALEX, [CHEST]);
    tick(3_600_000);
    assert.ok(handOvers.explain(SWORD, ALEX, CHEST, since), "a clock that was set is no hour");
    for (let second = 0; second < 61; second++) tick(1000);
    assert.equal(handOvers.explain(SWORD, ALEX, CHEST, since), false);
  });

  it("and is forgotten when a cheat reports more moves of one item than are remembered", () => {
    const { handOvers, clock, tick } = start();
    const since = { ms: clock.now() };
    tick();
    handOvers.reported(SWORD, ALEX, [CHEST]);
    for (let move = 0; move < 8; move++) handOvers.reported(SWORD, BEA, [GROUND]);
    assert.equal(handOvers.explain(SWORD, ALEX, CHEST, since), false);
  });
});
