import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { after, before, mock, test } from "node:test";
import { Stopwatch } from "../../bench/server/stopwatch.ts";
import { TickMeter } from "../../bench/server/tick-meter.ts";
import { timeListeners } from "../../bench/server/timed-listeners.ts";

let nowMs = 0;
before(() => void mock.method(performance, "now", () => nowMs));
after(() => mock.restoreAll());
const spend = (ms: number) => {
  nowMs += ms;
};

test("what is called inside counts once, and what the game does meanwhile does not", () => {
  const watch = new Stopwatch();
  const game = watch.outside(() => spend(100));
  const inner = watch.inside(() => spend(3));
  const ours = watch.inside(() => {
    spend(1);
    game();
    inner();
    spend(2);
  });
  ours();
  spend(1000);
  game();
  assert.equal(watch.ms, 6);
  assert.equal(watch.isInside, false);
});

test("while it is stopped, no clock is read and nothing counts; what is inside is known all the same", async () => {
  const watch = new Stopwatch();
  let wasInside = false;
  const ours = watch.inside(() => {
    spend(5);
    wasInside = watch.isInside;
  });
  const settling = watch.insideWithContinuations(() => spend(5));
  const rehearsed = watch.insideRehearsed(() => spend(5), 1);
  watch.stop();
  for (const act of [ours, settling, rehearsed]) act();
  await new Promise(setImmediate);
  assert.deepEqual([watch.ms, watch.readings, wasInside, watch.isInside], [0, 0, true, false]);
  watch.start();
  ours();
  assert.deepEqual([watch.ms, watch.readings], [5, 2]);
});

test("a call that throws counts, and ends", () => {
  const watch = new Stopwatch();
  const ours = watch.inside(() => {
    spend(4);
    throw new Error("broken");
  });
  assert.throws(ours, /broken/);
  spend(10);
  assert.equal(watch.ms, 4);
});

test("a rehearsed call stands for those that were not timed, and the game is not in it", () => {
  const watch = new Stopwatch();
  let written = 0;
  const game = watch.outside(() => {
    written++;
    spend(50);
  });
  const ours = watch.insideRehearsed(() => {
    spend(2);
    game();
  }, 4);
  for (let call = 0; call < 8; call++) ours();
  assert.deepEqual([watch.ms, written], [16, 8]);
});

test("promises that an answer settles count with it", async () => {
  const watch = new Stopwatch();
  const { promise, resolve } = Promise.withResolvers<void>();
  const settled = promise.then(() => spend(5)).then(() => spend(5));
  watch.insideWithContinuations(() => resolve())();
  await settled;
  await new Promise(setImmediate);
  assert.equal(watch.ms, 10);
});

test("a listener that is added inside is timed, another one is not, and both can be removed", () => {
  class Emitter extends EventEmitter {}
  const watch = new Stopwatch();
  timeListeners(Emitter.prototype, ["on"], watch);
  const emitter = new Emitter();
  const ours = () => spend(3);
  emitter.on("tick", () => spend(40));
  watch.inside(() => emitter.on("tick", ours))();
  emitter.emit("tick");
  assert.equal(watch.ms, 3);
  emitter.off("tick", ours);
  emitter.emit("tick");
  assert.equal(watch.ms, 3);
});

test("a tick is its own work, what it put off, and what came after it", async () => {
  const meter = new TickMeter();
  meter.begin();
  for (const belatedMs of [1, 7]) {
    meter.tick(() => {
      spend(2);
      process.nextTick(spend, 1);
    });
    await new Promise(setImmediate);
    meter.belated(() => spend(belatedMs));
    spend(40);
  }
  meter.tick(() => {});
  const { ticks, longestTickMs, longestGapMs } = meter.end();
  assert.deepEqual({ ticks, longestTickMs, longestGapMs }, { ticks: 3, longestTickMs: 10, longestGapMs: 50 });
});
