import assert from "node:assert/strict";
import { test } from "node:test";
import { LookAges } from "./look-ages.ts";

test("the oldest look is the one that no later look at the same place has replaced", () => {
  const ages = new LookAges();
  assert.equal(ages.oldest(), undefined);
  for (const tick of [5, 7, 7]) ages.add(tick);
  assert.equal(ages.oldest(), 5);
  ages.remove(5);
  ages.add(9);
  assert.equal(ages.oldest(), 7);
  ages.remove(7);
  assert.equal(ages.oldest(), 7, "one more was looked at then");
  ages.remove(7);
  ages.add(3);
  assert.equal(ages.oldest(), 3, "older than all before");
  for (const tick of [3, 9]) ages.remove(tick);
  assert.equal(ages.oldest(), undefined);
  ages.add(1);
  assert.equal(ages.oldest(), 1);
});

test("it finds what a search over all places finds, for as long as a server runs", () => {
  const ages = new LookAges();
  const lastLook = new Map<number, number>();
  let state = 3;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let tick = 1; tick < 20_000; tick++) {
    const place = below(40);
    const known = lastLook.get(place);
    if (known !== undefined) ages.remove(known);
    if (below(50) === 0) lastLook.delete(place);
    else {
      ages.add(tick);
      lastLook.set(place, tick);
    }
    if (below(3) === 0) assert.equal(ages.oldest(), lastLook.size === 0 ? undefined : Math.min(...lastLook.values()));
  }
});
