import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockPlace, entityPlace, groundPlace, type PlaceKey } from "../../model/place.ts";
import { GroundLooks } from "./ground-looks.ts";

const at = (x: number) => ({ world: "world", x, y: 64, z: 0 });
const [HERE, FAR] = [groundPlace(at(0)), groundPlace(at(100))];
const CART = entityPlace("world", "cart");
const blocks = (count: number, from = 0) => Array.from({ length: count }, (_, y) => blockPlace({ ...at(from), y }));

function start(places: readonly PlaceKey[]): GroundLooks {
  const looks = new GroundLooks({ locationOf: () => at(1) }, () => 1);
  looks.onPassBegin();
  for (const place of places) looks.noteContainer(place);
  return looks;
}

describe("containers around what is gone from the ground", () => {
  it("are those of its chunk, blocks and entities, each once", () => {
    const looks = start([...blocks(2), ...blocks(1, 100), CART, HERE, "player:somebody"]);
    looks.onPassEnd();
    looks.noteLook(HERE, 0, true);
    looks.noteLook(HERE, 0, true);
    assert.deepEqual([...looks.placesToHurry()], [...blocks(2), CART]);
    assert.deepEqual([...looks.placesToHurry()], []);
    looks.noteLook(FAR, 0, true);
    assert.deepEqual([...looks.placesToHurry()], blocks(1, 100));
  });

  it("are known in the first pass too, and forgotten when a whole pass has not met them", () => {
    const looks = start(blocks(1));
    looks.noteLook(HERE, 0, true);
    assert.deepEqual([...looks.placesToHurry()], blocks(1));
    looks.onPassEnd();
    looks.onPassBegin();
    looks.noteLook(HERE, 0, true);
    assert.deepEqual([...looks.placesToHurry()], blocks(1));
    looks.onPassEnd();
    looks.noteLook(HERE, 0, true);
    assert.deepEqual([...looks.placesToHurry()], []);
  });

  it("are sixteen in a tick, and as many as it has time for; the others wait, and not without end", () => {
    const looks = start(blocks(300));
    looks.noteLook(HERE, 0, true);
    assert.equal([...looks.placesToHurry()].length, 16);
    for (const place of looks.placesToHurry()) {
      assert.equal(place, blocks(17)[16], "this one was not looked at");
      break;
    }
    assert.deepEqual([...looks.placesToHurry()][0], blocks(17)[16]);
    let left = 0;
    for (let tick = 0; tick < 30; tick++) left += [...looks.placesToHurry()].length;
    assert.equal(16 + 16 + left, 256);
  });
});

describe("grounds on which something with an id lies", () => {
  const grounds = Array.from({ length: 6 }, (_, chunk) => groundPlace(at(16 * chunk)));

  it("are looked at in turn, four a tick, until nothing lies there; and what is gone then is looked for at once", () => {
    const looks = start(blocks(2));
    for (const ground of [...grounds, ...blocks(3)]) looks.noteLook(ground, 2, false);
    assert.deepEqual([...looks.placesToHurry()], grounds.slice(0, 4));
    assert.deepEqual([...looks.placesToHurry()], [...grounds.slice(4), ...grounds.slice(0, 2)]);
    for (const ground of grounds.slice(1)) looks.noteLook(ground, 0, false);
    const seen: PlaceKey[] = [];
    for (const place of looks.placesToHurry()) {
      seen.push(place);
      if (place === HERE) looks.noteLook(HERE, 0, true);
    }
    assert.deepEqual(seen, [HERE, ...blocks(2)]);
    assert.deepEqual([...looks.placesToHurry()], []);
  });

  it("are looked at less often when very much lies there", () => {
    const looks = new GroundLooks({}, () => 9);
    for (const ground of grounds) looks.noteLook(ground, 1, false);
    const ticks = Array.from({ length: 10 }, () => [...looks.placesToHurry()].length);
    assert.deepEqual(ticks, [1, 0, 1, 0, 1, 0, 1, 0, 0, 1]);
  });

  it("are looked at every tenth tick while their stamps stay the same, and at once when one has changed", () => {
    const stamps = new Map(grounds.map((ground, at) => [ground, at]));
    const looks = new GroundLooks({ stampOf: (ground) => stamps.get(ground) }, () => 1);
    for (const ground of grounds) looks.noteLook(ground, 1, false);
    const ticks = (count: number) => Array.from({ length: count }, () => [...looks.placesToHurry()]);
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
    const looks = new GroundLooks({ stampOf }, () => 1);
    for (let chunk = 0; chunk < 40; chunk++) looks.noteLook(groundPlace(at(16 * chunk)), 1, false);
    for (let tick = 0; tick < 10; tick++) assert.equal([...looks.placesToHurry()].length, 4);
    asked = 0;
    looks.placesToHurry().next();
    assert.ok(asked <= 32, String(asked));
  });

  it("are looked at in their next turn when the tick had no time for them, whatever their stamps say", () => {
    const looks = new GroundLooks({ stampOf: () => 1 }, () => 1);
    looks.noteLook(HERE, 1, false);
    for (let tick = 0; tick < 3; tick++) {
      const turn = looks.placesToHurry();
      assert.equal(turn.next().value, HERE);
      turn.return(undefined);
    }
  });
});
