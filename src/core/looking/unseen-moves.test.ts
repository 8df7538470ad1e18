import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { HandClock } from "../../testing/hand-clock.ts";
import { blockPlace, playerPlace } from "../model/place.ts";
import { GameClock } from "../time/game-clock.ts";
import { UnseenMoves } from "./unseen-moves.ts";

const SWORD = fakeId(7);
const [ALEX, BO, CLEO] = [playerPlace(fakeId(1)), playerPlace(fakeId(2)), playerPlace(fakeId(3))];
const chest = (x: number) => blockPlace({ world: "world", x, y: 64, z: 5 });

function start() {
  const unseen = new UnseenMoves(new GameClock(new HandClock()));
  const passOverEverything = () => {
    for (const passes of [unseen.players, unseen.places]) {
      passes.began();
      passes.ended();
    }
    unseen.finishTickEnd();
  };
  return { unseen, passOverEverything };
}

describe("an item that moved without a word more than once", () => {
  it("may be what turns up at any of the places where it was before", () => {
    const { unseen, passOverEverything } = start();
    unseen.add(SWORD, ALEX);
    unseen.add(SWORD, BO);
    passOverEverything();
    assert.deepEqual(
      [ALEX, BO, CLEO].map((place) => unseen.mayPrecede(SWORD, place)),
      [true, true, false],
    );
  });

  it("is doubted anywhere once it was at more places than are remembered; the same place again is one place", () => {
    for (const places of [8, 9]) {
      const { unseen, passOverEverything } = start();
      for (let move = 0; move < 50; move++) unseen.add(SWORD, chest(move % places));
      passOverEverything();
      for (let x = 0; x < places; x++) assert.ok(unseen.mayPrecede(SWORD, chest(x)), `${x} of ${places}`);
      assert.equal(unseen.mayPrecede(SWORD, CLEO), places > 8);
    }
  });

  it("fell out of the block that it was in last", () => {
    const { unseen } = start();
    unseen.add(SWORD, chest(0));
    unseen.add(SWORD, chest(900), true);
    assert.ok(unseen.mayHaveFallen(SWORD, "ground:world:56,0"));
    assert.ok(!unseen.mayHaveFallen(SWORD, "ground:world:0,0"));
    unseen.forget(SWORD);
    assert.ok(!unseen.mayPrecede(SWORD, chest(0)));
  });
});
