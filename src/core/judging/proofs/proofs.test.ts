import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock, NOON } from "../../../testing/unpublished/hand-clock.ts";
import { RECHECK } from "../../looking/look-cause.ts";
import { Observer } from "../../looking/observer.ts";
import { Presence } from "../../looking/presence/presence.ts";
import { SeenSlots } from "../../looking/presence/seen-slots.ts";
import { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import { blockPlace } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { Holders } from "../custody/holders.ts";
import { Claims } from "../dark/claims.ts";
import { Proofs } from "./proofs.ts";

const SWORD = fakeId(1);
const GRACE_MS = 750;
const GRACE_TICKS = 15;
const [CHEST, BARREL, AWAY] = [1, 2, 3].map((x) => blockPlace({ world: "world", x, y: 64, z: 0 })) as [
  string,
  string,
  string,
];

/** Two chests, everything that proofs work with, and what they proved: the number of items each time. */
function start({ isSanctioned = false, needsSecondLook = true } = {}) {
  const platform = new FakePlatform();
  const wall = new HandClock();
  const clock = new GameClock(wall);
  const presence = new Presence();
  const unprocessed = new UnprocessedItems();
  const observer = new Observer({
    unprocessed,
    ...{ platform, presence, clock, newId: () => fakeId(99) },
    ...{ afterLook: () => undefined, onDark: () => undefined },
  });
  const claims = new Claims({ saveClaim: () => undefined, closeClaim: () => undefined });
  const proven: number[] = [];
  const gone: string[] = [];
  const dark = new Set<string>();
  const lookedAround: string[][] = [];
  const proofs = new Proofs({
    unprocessed,
    seenSlots: new SeenSlots(),
    ...{ observer, claims, clock, holders: new Holders(), graceMs: GRACE_MS, needsSecondLook },
    isDark: (place) => dark.has(place),
    isFirstKnown: () => true,
    isFirstAsked: () => false,
    isNewAt: () => false,
    placesOf: (itemId) => presence.placesOf(itemId),
    reissueIfSanctioned: () => isSanctioned,
    lookAround: (gone) => lookedAround.push(gone.map(({ place }) => place)) > 0,
    onProven: (_itemId, copies) => proven.push(copies.reduce((sum, { item }) => sum + item.count, 0)),
    onGone: (itemId) => gone.push(itemId),
  });
  const put = (place: string, count = 1) => {
    platform.chest(place)[0] = count === 0 ? undefined : fakeStack("diamond_sword", { tag: SWORD, count });
  };
  /** Tick ends at which both chests are looked at first. */
  const play = (ticks = 1, tickMs = 50) => {
    for (let tick = 0; tick < ticks; tick++) {
      wall.pass(tickMs);
      clock.beginTickEnd();
      observer.beginTickEnd();
      for (const place of [CHEST, BARREL]) observer.look(place, RECHECK);
      proofs.examineDue();
      observer.finishTickEnd();
    }
  };
  /** Both chests have a copy of each. */
  const fill = (ids: readonly string[]) => {
    for (const place of [CHEST, BARREL])
      ids.forEach((tag, slot) => {
        platform.chest(place)[slot + 1] = fakeStack("diamond_sword", { tag, count: 1 });
      });
  };
  return { proofs, claims, proven, gone, dark, lookedAround, put, fill, play };
}

describe("two copies that were seen at one tick end", () => {
  it("are proven by a second look after the grace, and not before", () => {
    const { proofs, claims, proven, put, play } = start();
    for (const place of [CHEST, BARREL]) put(place);
    play();
    proofs.suspect(SWORD, undefined);
    play(GRACE_TICKS);
    assert.deepEqual(proven, []);
    assert.deepEqual(
      claims.of(SWORD).map(({ kind, place }) => [kind, place]),
      [
        ["pending", CHEST],
        ["pending", BARREL],
      ],
      "should a holder leave meanwhile, it is on record",
    );
    play();
    assert.deepEqual(proven, [2]);
    assert.ok(proofs.isProven(SWORD));
    assert.deepEqual(claims.of(SWORD), []);
  });

  it("are nothing when one of them is gone by then; what is gone was looked for first", () => {
    const { proofs, claims, proven, lookedAround, put, play } = start();
    for (const place of [CHEST, BARREL]) put(place);
    play();
    proofs.suspect(SWORD, undefined);
    play();
    put(BARREL, 0);
    play(GRACE_TICKS);
    assert.deepEqual(lookedAround, [[CHEST, BARREL]]);
    assert.deepEqual(proven, []);
    assert.deepEqual([proofs.isOpen(SWORD), claims.size], [false, 0]);
  });

  it("have the ticks of the grace, too, on a server that takes a second for each", () => {
    const { proofs, proven, put, play } = start();
    for (const place of [CHEST, BARREL]) put(place);
    play();
    proofs.suspect(SWORD, undefined);
    play(GRACE_TICKS, 1000);
    assert.deepEqual(proven, []);
    play(1, 1000);
    assert.deepEqual(proven, [2]);
  });

  it("are told once, again when there are more, and closed when one is left", () => {
    const { proofs, proven, put, play } = start();
    for (const place of [CHEST, BARREL]) put(place);
    play();
    proofs.suspect(SWORD, undefined);
    play(GRACE_TICKS + 1);
    play(40);
    assert.deepEqual(proven, [2]);
    put(BARREL, 2);
    play(20);
    assert.deepEqual(proven, [2, 3]);
    put(BARREL, 0);
    play(20);
    assert.equal(proofs.isProven(SWORD), false);
  });

  it("are seen to be gone when one is left and no place of the others is dark: those are looked for first", () => {
    for (const [isDark, expected] of [
      [false, [SWORD]],
      [true, []],
    ] as const) {
      const { proofs, gone, dark, lookedAround, put, play } = start();
      for (const place of [CHEST, BARREL]) put(place);
      play();
      proofs.suspect(SWORD, undefined);
      play(GRACE_TICKS + 1);
      lookedAround.length = 0;
      put(BARREL, 0);
      if (isDark) dark.add(BARREL);
      play(40);
      assert.deepEqual(lookedAround, [[CHEST, BARREL]]);
      assert.deepEqual(gone, expected, `dark: ${isDark}`);
    }
  });

  it("need no second look when an earlier process made the first one long ago", () => {
    const { proofs, claims, proven, put, play } = start();
    claims.load([{ itemId: SWORD, place: CHEST, kind: "pending", openedMs: NOON - 5000, copies: [] }]);
    for (const place of [CHEST, BARREL]) put(place);
    play();
    proofs.suspect(SWORD, undefined);
    play(2);
    assert.deepEqual(proven, [2]);
  });

  it("are two since a dark place was claimed, when it is back and holds one; a claim on another place says nothing", () => {
    for (const [place, expected] of [
      [CHEST, [2]],
      [AWAY, []],
    ] as const) {
      const { proofs, claims, proven, put, play } = start();
      claims.open({ itemId: SWORD, place, kind: "dark", openedMs: NOON - 5000, copies: [] });
      for (const shown of [CHEST, BARREL]) put(shown);
      play();
      proofs.suspect(SWORD, undefined);
      play(1);
      assert.deepEqual(proven, [], "one look at both is none");
      play(1);
      assert.deepEqual(proven, expected, `claimed: ${place}`);
    }
  });

  it("are left alone when they are meant", () => {
    const { proofs, proven, put, play } = start({ isSanctioned: true });
    for (const place of [CHEST, BARREL]) put(place);
    play();
    proofs.suspect(SWORD, undefined);
    play(GRACE_TICKS + 1);
    assert.deepEqual([proven, proofs.isOpen(SWORD)], [[], false]);
  });
});

it("a stack of two is proof at once", () => {
  const { proofs, proven, put, play } = start();
  put(CHEST, 2);
  play();
  proofs.suspect(SWORD, undefined);
  play();
  assert.deepEqual(proven, [2]);
});

it("where the bare rule judges, two copies are proof at once", () => {
  const { proofs, proven, put, play } = start({ needsSecondLook: false });
  for (const place of [CHEST, BARREL]) put(place);
  play();
  proofs.suspect(SWORD, undefined);
  play();
  assert.deepEqual(proven, [2]);
});

it("proven copies that stay, and are touched all the time, keep nobody from hearing of others", () => {
  const { proofs, proven, put, fill, play } = start();
  const ids = Array.from({ length: 60 }, (_, number) => fakeId(100 + number));
  fill(ids);
  play();
  for (const itemId of ids) proofs.suspect(itemId, undefined);
  play(GRACE_TICKS + 5);
  assert.equal(proven.length, ids.length);
  for (const place of [CHEST, BARREL]) put(place);
  for (let tick = 0; tick <= GRACE_TICKS + 1; tick++) {
    // Everybody who uses the chest makes them suspect once more.
    for (const itemId of ids) proofs.suspect(itemId, undefined);
    if (tick === 0) proofs.suspect(SWORD, undefined);
    play();
    assert.ok(!proofs.hasBacklog, "cases are filed when nothing new is due");
  }
  assert.ok(proofs.isProven(SWORD), "at its second look, as if it were alone");
});
