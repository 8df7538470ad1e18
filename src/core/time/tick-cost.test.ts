import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RunningCost } from "./tick-cost.ts";

/** A clock that a test moves: what is measured takes as long as the test says. */
function measured() {
  let nowMs = 0;
  const cost = new RunningCost({ elapsedMs: () => nowMs });
  const tick = (ms: number) =>
    cost.measure(() => {
      nowMs += ms;
    });
  return { cost, tick };
}

describe("the cost of a tick", () => {
  it("is nothing before the first one", () => {
    assert.equal(measured().cost.averageMs, 0);
  });

  it("is the average of all ticks while there are few", () => {
    const { cost, tick } = measured();
    for (const ms of [1, 2, 6]) tick(ms);
    assert.equal(cost.averageMs, 3);
  });

  it("forgets what is long past", () => {
    const { cost, tick } = measured();
    for (let n = 0; n < 1200; n++) tick(10);
    for (let n = 0; n < 12_000; n++) tick(1);
    assert.ok(cost.averageMs > 1 && cost.averageMs < 1.01, String(cost.averageMs));
  });

  it("counts a tick that throws, and lets the error through", () => {
    const { cost, tick } = measured();
    tick(2);
    assert.throws(() =>
      cost.measure(() => {
        throw new Error("broken");
      }),
    );
    assert.equal(cost.averageMs, 1);
  });
});
