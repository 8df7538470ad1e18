import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { GameClock } from "./game-clock.ts";

describe("a wait", () => {
  it("is over when the milliseconds have passed and as many ticks as they mean at 20 a second, rounded up", () => {
    for (const [waitMs, tickMs, expected] of [
      [750, 50, 15],
      [750, 200, 15],
      [750, 1000, 15],
      [751, 200, 16],
      [750, 25, 30],
      [0, 50, 0],
    ] as const) {
      assert.equal(ticksUntilPassed(waitMs, tickMs), expected, `${waitMs} ms at ${tickMs} ms a tick`);
    }
  });

  it("neither ends nor goes on because a clock is set", () => {
    for (const setMs of [3_600_000, -3_600_000]) {
      const { clock, time, tick } = start();
      const since = time.startWait();
      tick(50);
      clock.pass(setMs);
      for (let ticks = 2; ticks < 15; ticks++) {
        tick(50);
        assert.equal(time.hasPassed(750, since), false, `${ticks} ticks, set by ${setMs} ms`);
      }
      tick(50);
      assert.equal(time.hasPassed(750, since), true, `set by ${setMs} ms`);
    }
  });

  it("may have begun before this process did", () => {
    const { time, tick } = start();
    const since = time.ago(500);
    for (let ticks = 0; ticks < 5; ticks++) {
      assert.equal(time.hasPassed(750, since), false);
      tick(50);
    }
    assert.equal(time.hasPassed(750, since), true);
  });
});

describe("a tick end that takes long", () => {
  it("is found to, and stays so until it is over; the next one begins anew", () => {
    let elapsedMs = 100;
    const time = new GameClock({ now: () => 0, elapsedMs: () => elapsedMs });
    assert.equal(time.isSpent, false, "between tick ends nothing is");
    time.beginTickEnd();
    assert.equal(time.isSpent, false);
    elapsedMs += 3;
    assert.equal(time.isSpent, true);
    elapsedMs -= 3;
    assert.equal(time.isSpent, true);
    time.finishTickEnd();
    assert.equal(time.isSpent, false);
    time.beginTickEnd();
    assert.equal(time.isSpent, false);
  });
});

function ticksUntilPassed(waitMs: number, tickMs: number): number {
  const { time, tick } = start();
  const since = time.startWait();
  let ticks = 0;
  for (; !time.hasPassed(waitMs, since); ticks++) tick(tickMs);
  return ticks;
}

function start() {
  const clock = new HandClock();
  const time = new GameClock(clock);
  time.beginTickEnd();
  const tick = (ms: number) => {
    clock.pass(ms);
    time.beginTickEnd();
  };
  return { clock, time, tick };
}
