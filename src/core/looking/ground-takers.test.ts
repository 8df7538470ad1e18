import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockPlace, entityPlace, groundPlace, type PlaceKey } from "../model/place.ts";
import { GroundTakers } from "./ground-takers.ts";

const at = (x: number) => ({ world: "world", x, y: 64, z: 0 });
const [HERE, FAR] = [groundPlace(at(0)), groundPlace(at(100))];
const CART = entityPlace("world", "cart");
const blocks = (count: number, from = 0) => Array.from({ length: count }, (_, y) => blockPlace({ ...at(from), y }));

function start(places: readonly PlaceKey[]): GroundTakers {
  const takers = new GroundTakers({ locationOf: () => at(1) });
  takers.began();
  for (const place of places) takers.met(place);
  return takers;
}

describe("containers around what is gone from the ground", () => {
  it("are those of its chunk, blocks and entities, each once", () => {
    const takers = start([...blocks(2), ...blocks(1, 100), CART, HERE, "player:somebody"]);
    takers.ended();
    takers.left(HERE);
    takers.left(HERE);
    assert.deepEqual([...takers.hurried()], [...blocks(2), CART]);
    assert.deepEqual([...takers.hurried()], []);
    takers.left(FAR);
    assert.deepEqual([...takers.hurried()], blocks(1, 100));
  });

  it("are known in the first pass too, and forgotten when a whole pass has not met them", () => {
    const takers = start(blocks(1));
    takers.left(HERE);
    assert.deepEqual([...takers.hurried()], blocks(1));
    takers.ended();
    takers.began();
    takers.left(HERE);
    assert.deepEqual([...takers.hurried()], blocks(1));
    takers.ended();
    takers.left(HERE);
    assert.deepEqual([...takers.hurried()], []);
  });

  it("are sixteen in a tick, and as many as it has time for; the others wait, and not without end", () => {
    const takers = start(blocks(300));
    takers.left(HERE);
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
