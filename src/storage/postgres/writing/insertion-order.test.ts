import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InsertionOrder } from "./insertion-order.ts";

describe("the order of insertion", () => {
  it("rises within a millisecond, and while the clock stands or goes back", () => {
    const order = new InsertionOrder(-1, Number.NEGATIVE_INFINITY);
    const ties = [5, 5, 4, 5, 6, 5].map((time) => order.tieOf(time));
    assert.deepEqual(ties, [0, 1, 2, 3, 4, 5]);
  });

  it("begins anew only when it is large and the time is later than all before", () => {
    const order = new InsertionOrder(20_000, 100);
    assert.equal(order.tieOf(100), 20_001);
    assert.equal(order.tieOf(99), 20_002);
    assert.equal(order.tieOf(101), 0);
    assert.equal(order.tieOf(101), 1);
  });

  it("stays a small number whatever happens, and a fork does not touch the original", () => {
    const order = new InsertionOrder(32_766, 100);
    const fork = order.fork();
    assert.deepEqual([fork.tieOf(1), fork.tieOf(1), fork.tieOf(1)], [32_767, 32_767, 32_767]);
    assert.deepEqual([order.last, order.newestMs], [32_766, 100]);
  });
});
