import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { NOON } from "../../../testing/unpublished/hand-clock.ts";
import { blockPlace, playerPlace } from "../../model/place.ts";
import type { Claim } from "../../store.ts";
import { Claims } from "./claims.ts";

const [SWORD, BOW] = [fakeId(1), fakeId(2)];
const CHEST = blockPlace({ world: "world", x: 1, y: 2, z: 3 });
const [ALEX, BO] = [playerPlace(fakeId(9)), playerPlace(fakeId(8))];

function claim(itemId: string, place: string): Claim {
  return { itemId, place, kind: "dark", openedMs: NOON, copies: [] };
}

/** Claims, and what was asked to be kept of them. */
function start() {
  const kept: string[] = [];
  const claims = new Claims({
    saveClaim: ({ itemId, place }) => kept.push(`saved ${itemId} ${place}`),
    closeClaim: ({ itemId, place }) => kept.push(`closed ${itemId} ${place}`),
  });
  return { claims, kept };
}

describe("claims", () => {
  it("are found by place and by item, and kept beyond the process", () => {
    const { claims, kept } = start();
    for (const [item, place] of [
      [SWORD, CHEST],
      [SWORD, ALEX],
      [BOW, CHEST],
    ] as const)
      claims.open(claim(item, place));
    assert.deepEqual(
      claims.at(CHEST).map(({ itemId }) => itemId),
      [SWORD, BOW],
    );
    assert.deepEqual(
      claims.of(SWORD).map(({ place }) => place),
      [CHEST, ALEX],
    );
    assert.deepEqual([...claims.places()], [CHEST, ALEX]);
    assert.equal(claims.size, 3);
    assert.equal(kept.length, 3);
  });

  it("that are restored are not kept a second time", () => {
    const { claims, kept } = start();
    claims.load([claim(SWORD, CHEST)]);
    assert.ok(claims.has(CHEST));
    assert.deepEqual(kept, []);
  });

  it("of a player hold for every session of the account", () => {
    const { claims } = start();
    claims.open(claim(SWORD, ALEX));
    assert.ok(claims.has(playerPlace(fakeId(9), 2)));
  });

  it("on places that are still dark outlast a proof", () => {
    const { claims } = start();
    claims.open(claim(SWORD, CHEST));
    claims.open(claim(SWORD, ALEX));
    claims.open({ ...claim(SWORD, BO), kind: "pending" });
    claims.closeProven(SWORD, (place) => place !== CHEST);
    // The one that awaited its second look is a claim on a dark place now.
    assert.deepEqual(
      claims.of(SWORD).map(({ place, kind }) => [place, kind]),
      [
        [ALEX, "dark"],
        [BO, "dark"],
      ],
    );
  });

  it("end one by one, and nothing of them is left", () => {
    const { claims, kept } = start();
    claims.open(claim(SWORD, CHEST));
    claims.open(claim(SWORD, ALEX));
    claims.close(SWORD, CHEST);
    assert.equal(claims.has(CHEST), false);
    assert.deepEqual(
      claims.of(SWORD).map(({ place }) => place),
      [ALEX],
    );
    claims.closeProven(SWORD, () => false);
    assert.deepEqual([claims.size, [...claims.places()], claims.of(SWORD)], [0, [], []]);
    assert.deepEqual(kept.slice(2), [`closed ${SWORD} ${CHEST}`, `closed ${SWORD} ${ALEX}`]);
    claims.close(SWORD, CHEST);
    assert.equal(kept.length, 4, "what is closed is not closed again");
  });
});
