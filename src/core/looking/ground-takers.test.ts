import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockPlace, entityPlace, groundPlace, type PlaceKey } from "../model/place.ts";
import { GroundTakers } from "./ground-takers.ts";

const at = (x: number) => ({ world: "world", x, y: 64, z: 0 });
const [HERE, FAR] = [groundPlace(at(0)), groundPlace(at(100))];
const CART = entityPlace("world", "cart");
const blocks = (count: number, from = 0) => Array.from({ length: count }, (_, y) => blockPlace({ ...at(from), y }));

function start(places: readonly PlaceKey[]): GroundTakers {
  const takers = new GroundTakers({ locationOf: () => at(1) }, () => 1);
  takers.began();
  for (const place of places) takers.met(place);
  return takers;
}

describe("containers around what is gone from the ground", () => {
  it("are those of its chunk, blocks and entities, each once", () => {
    const takers = start([...blocks(2), ...blocks(1, 100), CART, HERE, "player:somebody"]);
    takers.ended();
    takers.looked(HERE, 0, true);
    takers.looked(HERE, 0, true);
    assert.deepEqual([...takers.hurried()], [...blocks(2), CART]);
    assert.deepEqual([...takers.hurried()], []);
    takers.looked(FAR, 0, true);
    assert.deepEqual([...takers.hurried()], blocks(1, 100));
  });

  it("are known in the first pass too, and forgotten when a whole pass has not met them", () => {
    const takers = start(blocks(1));
    takers.looked(HERE, 0, true);
    assert.deepEqual([...takers.hurried()], blocks(1));
    takers.ended();
    takers.began();
    takers.looked(HERE, 0, true);
    assert.deepEqual([...takers.hurried()], blocks(1));
    takers.ended();
    takers.looked(HERE, 0, true);
    assert.deepEqual([...takers.hurried()], []);
  });

  it("are sixteen in a tick, and as many as it has time for; the others wait, and not without end", () => {
    const takers = start(blocks(300));
    takers.looked(HERE, 0, true);
    assert.equal([...takers.hurried()].length, 16);
    for (const place of takers.hurried()) {
      assert.equal(place, blocks(17)[16], "this one was not looked at");
      break;
    }
    assert.deepEqual([...takers.hurried()][0], blocks(17)[16]);
    let left = 0;
    for (let tick = 0; tick < 30; tick++) left += [...takers.hurried()].length;
    assert.equal(16 + 16 + left, 256);
  });
});

describe("grounds on which something with an id lies", () => {
  const grounds = Array.from({ length: 6 }, (_, chunk) => groundPlace(at(16 * chunk)));

  it("are looked at in turn, four a tick, until nothing lies there; and what is gone then is looked for at once", () => {
    const takers = start(blocks(2));
    for (const ground of [...grounds, ...blocks(3)]) takers.looked(ground, 2, false);
    assert.deepEqual([...takers.hurried()], grounds.slice(0, 4));
    assert.deepEqual([...takers.hurried()], [...grounds.slice(4), ...grounds.slice(0, 2)]);
    for (const ground of grounds.slice(1)) takers.looked(ground, 0, false);
    const seen: PlaceKey[] = [];
    for (const place of takers.hurried()) {
      seen.push(place);
      if (place === HERE) takers.looked(HERE, 0, true);
    }
    assert.deepEqual(seen, [HERE, ...blocks(2)]);
    assert.deepEqual([...takers.hurried()], []);
  });

  it("are looked at less often when very much lies there", () => {
    const takers = new GroundTakers({}, () => 9);
    for (const ground of grounds) takers.looked(ground, 1, false);
    const ticks = Array.from({ length: 10 }, () => [...takers.hurried()].length);
    assert.deepEqual(ticks, [1, 0, 1, 0, 1, 0, 1, 0, 0, 1]);
  });

  it("are looked at every tenth tick while their stamps stay the same, and at once when one has changed", () => {
    const stamps = new Map(grounds.map((ground, at) => [ground, at]));
    const takers = new GroundTakers({ stampOf: (ground) => stamps.get(ground) }, () => 1);
    for (const ground of grounds) takers.looked(ground, 1, false);
    const ticks = (count: number) => Array.from({ length: count }, () => [...takers.hurried()]);
    assert.deepEqual(ticks(2), [grounds.slice(0, 4), grounds.slice(4)]);
    stamps.set(HERE, 99);
    assert.deepEqual(ticks(2), [[HERE], []]);
    assert.deepEqual(ticks(9).flat().sort(), [...grounds].sort(), "each once within ten ticks");
  });

  it("are asked for their stamps thirty-two a tick, however many there are", () => {
    let asked = 0;
    const stampOf = () => {
      asked++;
      return 1;
    };
    const takers = new GroundTakers({ stampOf }, () => 1);
    for (let chunk = 0; chunk < 40; chunk++) takers.looked(groundPlace(at(16 * chunk)), 1, false);
    for (let tick = 0; tick < 10; tick++) assert.equal([...takers.hurried()].length, 4);
    asked = 0;
    takers.hurried().next();
    assert.ok(asked <= 32, String(asked));
  });

  it("are looked at in their next turn when the tick had no time for them, whatever their stamps say", () => {
    const takers = new GroundTakers({ stampOf: () => 1 }, () => 1);
    takers.looked(HERE, 1, false);
    for (let tick = 0; tick < 3; tick++) {
      const turn = takers.hurried();
      assert.equal(turn.next().value, HERE);
      turn.return(undefined);
    }
  });
});
