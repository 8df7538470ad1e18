import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { PeriodicScan } from "./scan.ts";

describe("the periodic scan", () => {
  it("looks at every player online each interval, and first after one interval", () => {
    const { platform, scan, seen } = start(200);
    platform.join("Alex");
    platform.join("Bea");
    tick(scan, 199);
    assert.deepEqual(seen, []);
    tick(scan, 1);
    assert.deepEqual(seen, ["Alex", "Bea"]);
    tick(scan, 199);
    assert.deepEqual(seen, ["Alex", "Bea"]);
    tick(scan, 1);
    assert.deepEqual(seen, ["Alex", "Bea", "Alex", "Bea"]);
  });

  it("takes those who are online when its time comes", () => {
    const { platform, scan, seen } = start(10);
    const alex = platform.join("Alex");
    tick(scan, 9);
    platform.leave(alex);
    platform.join("Bea");
    tick(scan, 1);
    assert.deepEqual(seen, ["Bea"]);
  });

  it("spreads many players over several ticks, each of them once", () => {
    const { platform, scan, seen } = start(100);
    const names = Array.from({ length: 500 }, (_, n) => `player-${n}`);
    for (const name of names) platform.join(name);
    tick(scan, 100);
    assert.ok(seen.length > 0 && seen.length < names.length, `${seen.length} looks in the first tick`);
    tick(scan, 99);
    assert.deepEqual(seen, names);
  });

  it("finishes a pass that takes longer than the interval before it begins another", () => {
    const { platform, scan, seen } = start(1);
    const names = Array.from({ length: 100 }, (_, n) => `player-${n}`);
    for (const name of names) platform.join(name);
    tick(scan, 50);
    assert.deepEqual(seen.slice(0, 200), [...names, ...names]);
  });
});

function start(interval: number) {
  const platform = new FakePlatform();
  const seen: string[] = [];
  return { platform, seen, scan: new PeriodicScan(platform, interval, ({ name }) => seen.push(name)) };
}

function tick(scan: PeriodicScan, count: number): void {
  for (let n = 0; n < count; n++) scan.tick();
}
