import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { formatLocation, type Location } from "../model/location.ts";
import { type KnownItem, KnownItems, NO_ENTRY } from "./known-items.ts";

const SWORD = fakeId(1);
const ALEX = "aaaaaaaa-0000-4000-8000-000000000000";
const BEA = "bbbbbbbb-0000-4000-8000-000000000000";
const HOME: Location = { world: "world", x: 1, y: 64, z: -7 };
const MINE: Location = { world: "world", x: 900, y: 12, z: 30 };

describe("known items", () => {
  it("know nothing of an id before its first check, nor of a text that is no id", () => {
    const known = new KnownItems();
    for (const text of [SWORD, "", "x", "__proto__", "sword", "zz"]) {
      assert.equal(known.entryOf(text), NO_ENTRY);
      assert.equal(known.get(text), undefined);
    }
    known.add(SWORD, ALEX, HOME, 5000);
    assert.equal(known.get(fakeId(2)), undefined, "another is known, this one is not");
  });

  it("begin an entry with the first and the last sighting now", () => {
    const known = new KnownItems();
    known.add(SWORD, ALEX, HOME, 5000);
    assert.deepEqual(known.get(SWORD), {
      playerUUID: ALEX,
      location: "world:1,64,-7",
      lastSeenMs: 5000,
      firstSeenMs: 5000,
    });
  });

  it("replace player, location and last sighting at an update, and keep the first sighting", () => {
    const known = new KnownItems();
    const entry = known.add(SWORD, ALEX, HOME, 5000);
    known.update(entry, BEA, { world: "w:2/nether", x: -0.5, y: 3.9, z: 0 }, 6000);
    assert.deepEqual(known.get(SWORD), {
      playerUUID: BEA,
      location: "w:2/nether:-1,3,0",
      lastSeenMs: 6000,
      firstSeenMs: 5000,
    });
  });

  it("tell another player, another block and another world from the same", () => {
    const known = new KnownItems();
    const entry = known.add(SWORD, ALEX, HOME, 5000);
    assert.equal(known.differs(entry, ALEX, HOME), false);
    assert.equal(known.differs(entry, ALEX, { world: "world", x: 1.9, y: 64.5, z: -6.1 }), false, "the same block");
    assert.equal(known.differs(entry, BEA, HOME), true);
    for (const elsewhere of [{ x: 2 }, { x: 0.9 }, { y: 65 }, { z: -7.1 }, { world: "world/nether" }]) {
      assert.equal(known.differs(entry, ALEX, { ...HOME, ...elsewhere }), true, JSON.stringify(elsewhere));
    }
  });

  it("let an entry go when it is older than its time to live, and not a millisecond earlier", () => {
    const known = new KnownItems();
    const entry = known.add(SWORD, ALEX, HOME, 5000);
    assert.equal(known.expire(entry, 5000 + 600_000, 600_000), false);
    assert.notEqual(known.get(SWORD), undefined);
    assert.equal(known.expire(entry, 5000 + 600_001, 600_000), true);
    assert.equal(known.get(SWORD), undefined);
    assert.equal(known.expire(entry, 5000 + 600_001, 600_000), false, "it has gone already");
  });

  it("begin anew after an entry has gone, and use its entry again", () => {
    const known = new KnownItems();
    const entry = known.add(SWORD, ALEX, HOME, 0);
    known.expire(entry, 10, 5);
    const bow = fakeId(2);
    assert.equal(known.add(bow, BEA, MINE, 20), entry);
    assert.equal(known.get(SWORD), undefined);
    assert.equal(known.get(bow)?.firstSeenMs, 20);
    assert.equal(known.entryCount, 1);
  });

  it("are handed out as copies, which no later sighting changes", () => {
    const known = new KnownItems();
    const entry = known.add(SWORD, ALEX, HOME, 5000);
    const before = known.get(SWORD);
    known.update(entry, BEA, MINE, 6000);
    assert.deepEqual([before?.playerUUID, before?.lastSeenMs], [ALEX, 5000]);
  });

  it("behave like a plain Map of entries, whatever is done to them", () => {
    fc.assert(fc.property(fc.array(anyStep, { maxLength: 200 }), behavesLikeAMap));
  });

  it("behave like a plain Map when there are many of them", () => {
    const steps = Array.from({ length: 10_000 }, (_, n) => ({
      act: n % 5 === 4 ? ("cleanup" as const) : ("check" as const),
      item: n % 7000,
      player: n % 3 === 0 ? ALEX : BEA,
      location: { ...HOME, x: n },
      passedMs: n % 5 === 4 ? 0 : 1,
    }));
    behavesLikeAMap(steps.filter(({ act }, n) => act === "check" || n % 2500 === 4));
  });
});

interface Step {
  readonly act: "check" | "cleanup";
  readonly item: number;
  readonly player: string;
  readonly location: Location;
  readonly passedMs: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("check", "check", "check", "cleanup"),
  item: fc.nat(12),
  player: fc.constantFrom(ALEX, BEA),
  location: fc.constantFrom(HOME, MINE, { ...HOME, world: "world/nether" }, { ...HOME, y: -0.5 }),
  passedMs: fc.nat(40),
});

const TTL_MS = 100;

function behavesLikeAMap(steps: readonly Step[]): void {
  const known = new KnownItems();
  const model = new Map<string, KnownItem>();
  let now = 0;
  for (const { act, item, player, location, passedMs } of steps) {
    now += passedMs;
    if (act === "check") {
      const id = fakeId(item);
      const before = model.get(id);
      const entry = known.entryOf(id);
      const text = formatLocation(location);
      assert.equal(entry === NO_ENTRY, before === undefined);
      if (before === undefined) known.add(id, player, location, now);
      else {
        assert.equal(known.lastSeenMs(entry), before.lastSeenMs);
        assert.equal(known.playerAt(entry), before.playerUUID);
        assert.equal(
          known.differs(entry, player, location),
          before.playerUUID !== player || before.location !== text,
          "differs",
        );
        known.update(entry, player, location, now);
      }
      const firstSeenMs = before?.firstSeenMs ?? now;
      model.set(id, { playerUUID: player, location: text, lastSeenMs: now, firstSeenMs });
    } else {
      for (let entry = 0; entry < known.entryCount; entry++) known.expire(entry, now, TTL_MS);
      for (const [id, entry] of model) if (now - entry.lastSeenMs > TTL_MS) model.delete(id);
    }
    assert.equal(known.size, model.size);
  }
  for (const [id, entry] of model) assert.deepEqual(known.get(id), entry);
}

it("known items refer to players and worlds for as long as they need them, however many have come by", () => {
  const known = new KnownItems();
  let most = 0;
  for (let account = 0; account < 20_000; account++) {
    const now = account * 100;
    const at = { world: `island ${account}`, x: 1, y: 64, z: 1 };
    const entry = known.add(fakeId(account), `account ${account}`, at, now);
    known.update(entry, `friend of ${account}`, at, now);
    for (let each = 0; each < known.entryCount; each++) known.expire(each, now, 1000);
    most = Math.max(most, known.textCount);
  }
  assert.ok(most <= 2 * 12, `${most} texts`);
  assert.equal(known.get(fakeId(19_999))?.playerUUID, "friend of 19999");
  assert.equal(known.get(fakeId(19_995))?.location, "island 19995:1,64,1");
});
