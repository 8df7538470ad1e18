import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
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
