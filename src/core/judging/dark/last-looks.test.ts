import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import type { WaitingIds } from "../../looking/new-item-filter.ts";
import { blockPlace, type PlaceKey } from "../../model/place.ts";
import type { Standing } from "../proofs/first-copies.ts";
import { LastLooks } from "./last-looks.ts";

const SWORD = fakeId(1);
const [CHEST, BARREL, HOPPER] = [1, 2, 3].map((x) => blockPlace({ world: "world", x, y: 64, z: 0 })) as [
  PlaceKey,
  PlaceKey,
  PlaceKey,
];

test("of a copy in the dark it is known which one it was, at any other place, until that one is back", () => {
  const looks = new LastLooks();
  const wentDark = (place: PlaceKey, standing: Standing) =>
    looks.remember(place, { ms: 0, ids: [SWORD], standings: new Map([[SWORD, standing]]) });
  wentDark(CHEST, "later");
  assert.equal(looks.standingElsewhere(SWORD, CHEST), undefined, "no other place");
  assert.equal(looks.standingElsewhere(SWORD, BARREL), "later");
  wentDark(HOPPER, "first");
  assert.equal(looks.standingElsewhere(SWORD, BARREL), "first", "that says more");
  wentDark(HOPPER, "unknown");
  assert.equal(looks.standingElsewhere(SWORD, BARREL), "unknown");
  assert.equal(looks.pop(HOPPER)?.standings?.get(SWORD), "unknown");
  assert.equal(looks.standingElsewhere(SWORD, BARREL), "later");
  looks.pop(CHEST);
  assert.equal(looks.standingElsewhere(SWORD, BARREL), undefined);
});

test("of hundreds of copies in the dark none is asked about once it is known what says most", () => {
  let asked = 0;
  const looks = new LastLooks(() => ++asked < 0);
  const chests = Array.from({ length: 300 }, (_, x) => blockPlace({ world: "world", x, y: 64, z: 0 }));
  for (const place of chests) {
    assert.equal(looks.standingElsewhere(SWORD, place), place === chests[0] ? undefined : "later");
    looks.remember(place, { ms: 0, ids: [SWORD], standings: new Map([[SWORD, "later"]]) });
  }
  assert.ok(asked <= chests.length, `${asked} places were asked about`);
});

test("what a place held is told once: for items that wait there, when they are processed", () => {
  const looks = new LastLooks();
  const [sword, bow] = [SWORD, fakeId(2)];
  looks.remember(CHEST, { ms: 0, ids: [sword, bow], standings: new Map([[sword, "first"]]) });
  assert.deepEqual(looks.takeLastLook(CHEST, waiting(bow))?.ids, [sword, bow]);
  assert.equal(looks.standingElsewhere(sword, BARREL), undefined, "it is not in the dark any more");
  assert.deepEqual(looks.takeLastLook(CHEST, waiting())?.ids, [bow]);
  assert.equal(looks.takeLastLook(CHEST, waiting()), undefined);
});

function waiting(...ids: readonly string[]): WaitingIds {
  return { isEmpty: ids.length === 0, has: (itemId) => ids.includes(itemId) };
}
