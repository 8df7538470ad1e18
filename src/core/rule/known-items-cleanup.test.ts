import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { KnownItems } from "./known-items.ts";
import { KnownItemsCleanup } from "./known-items-cleanup.ts";

const ALEX = "aaaaaaaa-0000-4000-8000-000000000000";
const HOME = { world: "world", x: 0, y: 64, z: 0 };
const TTL_MS = 600_000;

describe("the cleanup of known items", () => {
  it("runs every 6000 ticks, and first after as many", () => {
    const { known, clock, cleanup, see } = start();
    see(1);
    clock.pass(TTL_MS + 1);
    tick(cleanup, 5999);
    assert.equal(known.size, 1);
    tick(cleanup, 1);
    assert.equal(known.size, 0);
    see(2);
    clock.pass(TTL_MS + 1);
    tick(cleanup, 5999);
    assert.equal(known.size, 1);
    tick(cleanup, 1);
    assert.equal(known.size, 0);
  });

  it("removes what is older than its time to live, and nothing else", () => {
    const { known, clock, cleanup, see } = start();
    see(1);
    clock.pass(1);
    see(2);
    clock.pass(TTL_MS);
    tick(cleanup, 6000);
    assert.equal(known.get(fakeId(1)), undefined);
    assert.notEqual(known.get(fakeId(2)), undefined, "exactly its time to live: it stays");
  });

  it("takes many entries in slices, and all of them in the end", () => {
    const { known, clock, cleanup, see } = start();
    const entries = 50_000;
    for (let n = 0; n < entries; n++) see(n);
    clock.pass(TTL_MS + 1);
    tick(cleanup, 6000);
    assert.ok(known.size > 0 && known.size < entries, `${known.size} entries are left after the first slice`);
    tick(cleanup, 1000);
    assert.equal(known.size, 0);
  });

  it("does nothing where nothing is known", () => {
    const { known, cleanup } = start();
    tick(cleanup, 12_001);
    assert.equal(known.size, 0);
  });
});

function start() {
  const known = new KnownItems();
  const clock = new HandClock();
  const see = (n: number) => known.add(fakeId(n), ALEX, HOME, clock.now());
  return { known, clock, see, cleanup: new KnownItemsCleanup(known, clock, TTL_MS) };
}

function tick(cleanup: KnownItemsCleanup, count: number): void {
  for (let n = 0; n < count; n++) cleanup.tick();
}
