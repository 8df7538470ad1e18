import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, type Run } from "../../bench/server/comparison.ts";

const SECONDS = 60;

function run(changes: Partial<Run> = {}, share?: number): Run {
  const figures = {
    ticks: 1200,
    tps: 20,
    tickP99Ms: 3,
    longestTickMs: 9,
    longestGapMs: 60,
    isFirst: true,
    threadBusy: 50,
    otherThreadsBusy: 5,
    collections: { quick: 900, whole: 60 },
    stolenMs: 0,
  };
  const doubletake = {
    share: share ?? 0,
    clockShare: 0.01,
    waitedShare: 0,
    stolenMs: 0,
    transfers: 100,
    items: 10,
    cases: 0,
  };
  return {
    ...figures,
    heapAndExternalMb: 100,
    rssMb: 300,
    actionsPerSecond: { moves: 400 },
    ...(share !== undefined && { doubletake }),
    ...changes,
  };
}

test("runs that do not differ meet every target", () => {
  const { targets, share, memoryAddedMb } = compare([run(), run()], [run({}, 0.4), run({}, 0.6)], SECONDS);
  assert.deepEqual(targets, {
    tpsEqualWithinSpread: true,
    p99AtMost1MsAbove: true,
    shareUnder2Percent: true,
    allMet: true,
  });
  assert.equal(share, 0.6);
  assert.deepEqual(memoryAddedMb, { heapAndExternal: 0, rss: 0 });
});

test("the ticks per second may be lower by the spread of the runs without, and no more", () => {
  const without = [run({ tps: 19.9 }), run({ tps: 19.7 })] as const;
  const isMet = (tps: number) => {
    const { targets } = compare(without, [run({ tps }, 1), run({ tps }, 1)], SECONDS);
    return (targets as { tpsEqualWithinSpread: boolean }).tpsEqualWithinSpread;
  };
  assert.equal(isMet(19.6), true);
  assert.equal(isMet(19.59), false);
});

test("one tick of a whole run is no difference", () => {
  const { targets } = compare([run(), run()], [run({ tps: 19.983 }, 1), run({ tps: 19.983 }, 1)], SECONDS);
  assert.equal((targets as { tpsEqualWithinSpread: boolean }).tpsEqualWithinSpread, true);
});

test("the worst p99 with Doubletake is held against the worse one without", () => {
  const without = [run({ tickP99Ms: 3 }), run({ tickP99Ms: 4 })] as const;
  const isMet = (tickP99Ms: number) => {
    const { targets } = compare(without, [run({}, 1), run({ tickP99Ms }, 1)], SECONDS);
    return (targets as { p99AtMost1MsAbove: boolean }).p99AtMost1MsAbove;
  };
  assert.equal(isMet(5), true);
  assert.equal(isMet(5.001), false);
});

test("a share of two percent in one run is too much", () => {
  const { targets } = compare([run(), run()], [run({}, 0.1), run({}, 2)], SECONDS);
  const { shareUnder2Percent, allMet } = targets as { shareUnder2Percent: boolean; allMet: boolean };
  assert.equal(shareUnder2Percent, false);
  assert.equal(allMet, false);
});

test("memory added is the difference of the means", () => {
  const without = [run({ rssMb: 300 }), run({ rssMb: 320 })] as const;
  const guarded = [
    run({ rssMb: 340, heapAndExternalMb: 104 }, 1),
    run({ rssMb: 350, heapAndExternalMb: 102 }, 1),
  ] as const;
  const { memoryAddedMb, spread } = compare(without, guarded, SECONDS);
  assert.deepEqual(memoryAddedMb, { heapAndExternal: 3, rss: 35 });
  assert.equal((spread as { rssMb: number }).rssMb, 20);
});
