import assert from "node:assert/strict";
import { test } from "node:test";
import { Losses, type Moment } from "./losses.ts";

const CHEST = "block:world:1,64,1";
const HANDS = "player:00000000-0000-4000-8000-00000000a11c";

function lost(since: number, seen: number, left: number, place = CHEST) {
  return { since, seen, places: [place], isSilent: true, left };
}

/** Something was gained there; everything had been looked at in the tick `since` when the place was looked at before. */
function gain(since: number, seen: number, ...places: string[]): Moment {
  return {
    seen,
    covered: since,
    members: (places.length ? places : [HANDS]).map((place) => ({ place, since })),
  };
}

function none(): Losses {
  return new Losses(1, { at: (tick) => tick, reachedAt: (tick) => tick }, () => 0);
}

function available(losses: Losses, account: string, moment: Moment): number {
  return losses.openTo(0, account, moment).reduce((sum, { amount }) => sum + amount, 0);
}

test("what left before everything was looked at again, or was still there, is no gain", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  assert.equal(available(losses, "Alice", gain(19, 40)), 5);
  assert.equal(available(losses, "Alice", gain(20, 40)), 0);
  assert.equal(available(losses, "Alice", gain(0, 11)), 5);
  assert.equal(available(losses, "Alice", gain(0, 10)), 0);
  losses.add(0, lost(10, 20, 3, HANDS));
  assert.equal(available(losses, "Alice", gain(0, 10)), 3, "it came to these hands and went again");
});

test("what somebody near picked up is nobody else's gain", () => {
  const losses = none();
  losses.add(0, { ...lost(10, 20, 5), openTo: [HANDS] });
  assert.deepEqual(
    losses.openTo(0, "Alice", gain(15, 40, CHEST, HANDS)).map(({ openTo }) => openTo),
    [[1]],
  );
  assert.equal(available(losses, "Alice", gain(15, 40, CHEST)), 0);
});

test("each place of a gain counts from its own look before, and losses that are open to the same are one", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 25, 1));
  losses.add(0, lost(12, 19, 2));
  const moment = { ...gain(0, 40), members: [15, 20, 0].map((since) => ({ place: HANDS, since })) };
  assert.deepEqual(
    losses.openTo(0, "Alice", moment).map(({ openTo, amount }) => ({ openTo, amount })),
    [
      { openTo: [0, 2], amount: 7 },
      { openTo: [0, 1, 2], amount: 1 },
    ],
  );
});

test("it explains its amount once for each account", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 30, 5));
  const [first, second] = [gain(0, 40), gain(25, 40)];
  losses.take(losses.openTo(0, "Alice", first)[0]!, 0, "Alice", first, 6);
  assert.equal(available(losses, "Alice", first), 4);
  assert.equal(available(losses, "Alice", second), 4);
  assert.equal(available(losses, "Bob", first), 10);
  assert.deepEqual(losses.rivals(0, "Alice", second), [first]);
  assert.deepEqual(losses.rivals(0, "Bob", second), []);
});

test("what was missing before a late word of something used up may have left later instead", () => {
  const losses = none();
  losses.add(0, lost(10, 20, 5));
  losses.add(0, lost(10, 20, 3, HANDS));
  losses.widen(0, CHEST, 21, 40);
  assert.equal(available(losses, "Alice", gain(30, 40)), 0);
  losses.widen(0, CHEST, 20, 40);
  assert.equal(available(losses, "Alice", gain(30, 40)), 5);
  losses.forget(20);
  assert.equal(available(losses, "Alice", gain(0, 40)), 5);
});

test("what left until everything was looked at again may stand for what was gained before", () => {
  const losses = new Losses(1, { at: (tick) => tick, reachedAt: (tick) => tick + 5 }, () => 0);
  losses.add(0, lost(10, 20, 5));
  assert.equal(available(losses, "Alice", gain(0, 6)), 5);
  assert.equal(available(losses, "Alice", gain(0, 5)), 0);
});

test("what feeds a container hides as much of what it lost", () => {
  const looks = { at: (tick: number) => tick, reachedAt: (tick: number) => tick };
  const losses = new Losses(1, looks, (place, _cls, ticks, [number]) =>
    place === CHEST && number === 7 ? 6 * ticks : 0,
  );
  losses.add(0, { ...lost(18, 20, 5), fallen: [7] });
  losses.add(0, { ...lost(18, 20, 1), fallen: [8] });
  losses.add(0, { ...lost(18, 20, 2, HANDS), fallen: [7] });
  assert.equal(available(losses, "Alice", gain(0, 40)), 20);
  losses.take(losses.openTo(0, "Alice", gain(0, 40))[0]!, 0, "Alice", gain(0, 40), 19);
  assert.equal(available(losses, "Alice", gain(0, 40)), 1);
});
