import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { blockPlace, playerPlace } from "../model/place.ts";
import { GameClock } from "../time/game-clock.ts";
import { UnseenMoves } from "./unseen-moves.ts";

const SWORD = fakeId(1);
const [CHEST, BARREL] = [1, 2].map((x) => blockPlace({ world: "world", x, y: 64, z: 0 })) as [string, string];

function start() {
  const waiting = new Set<string>();
  const unseen = new UnseenMoves(new GameClock(new HandClock()), {
    ids: () => waiting,
    isWaiting: (itemId) => waiting.has(itemId),
  });
  const passes = [unseen.players, unseen.places];
  /** A pass over everything, which ends at the end of a tick. */
  const pass = () => {
    for (const part of passes) part.onPassBegin();
    for (const part of passes) part.onPassEnd();
    unseen.finishTickEnd();
  };
  return { unseen, waiting, pass };
}

describe("the doubt about an item that moved without a word", () => {
  it("ends when everything was looked at again, except where it was before", () => {
    const { unseen, pass } = start();
    unseen.add(SWORD, CHEST);
    assert.ok(unseen.mayPrecede(SWORD, BARREL));
    pass();
    assert.ok(!unseen.mayPrecede(SWORD, BARREL));
    assert.ok(unseen.mayPrecede(SWORD, CHEST));
  });

  it("does not end before everything was processed that the looks had found", () => {
    const { unseen, waiting, pass } = start();
    unseen.add(SWORD, CHEST);
    for (const itemId of [fakeId(2), fakeId(3)]) waiting.add(itemId);
    pass();
    assert.ok(unseen.mayPrecede(SWORD, BARREL));
    waiting.delete(fakeId(2));
    unseen.finishTickEnd();
    assert.ok(unseen.mayPrecede(SWORD, BARREL));
    waiting.delete(fakeId(3));
    assert.ok(unseen.mayPrecede(SWORD, BARREL), "in the tick in which it is processed");
    unseen.finishTickEnd();
    assert.ok(!unseen.mayPrecede(SWORD, BARREL));
  });

  it("ends although somebody brings something new in every tick, however often passes end meanwhile", () => {
    const { unseen, waiting, pass } = start();
    unseen.add(SWORD, CHEST);
    for (let tick = 0; tick < 10; tick++) {
      waiting.add(fakeId(100 + tick));
      pass();
      waiting.delete(fakeId(98 + tick));
    }
    assert.ok(waiting.size > 0);
    assert.ok(!unseen.mayPrecede(SWORD, BARREL));
  });
});

const [ALEX, BO, CLEO] = [playerPlace(fakeId(11)), playerPlace(fakeId(12)), playerPlace(fakeId(13))];
const chest = (x: number) => blockPlace({ world: "world", x, y: 64, z: 5 });

describe("an item that moved without a word more than once", () => {
  it("may be what turns up at any of the places where it was before", () => {
    const { unseen, pass } = start();
    unseen.add(SWORD, ALEX);
    unseen.add(SWORD, BO);
    pass();
    assert.deepEqual(
      [ALEX, BO, CLEO].map((place) => unseen.mayPrecede(SWORD, place)),
      [true, true, false],
    );
  });

  it("is doubted at the latest of those places only, if they are many: a row of machines must not keep it in doubt everywhere", () => {
    const { unseen, pass } = start();
    for (let move = 0; move < 50; move++) unseen.add(SWORD, chest(move));
    assert.ok(unseen.mayPrecede(SWORD, CLEO));
    pass();
    const doubted = [40, 41, 42, 49].map((x) => unseen.mayPrecede(SWORD, chest(x)));
    assert.deepEqual(doubted, [false, true, true, true]);
    assert.ok(!unseen.mayPrecede(SWORD, CLEO));
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
