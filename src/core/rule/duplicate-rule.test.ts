import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock, NOON } from "../../testing/unpublished/hand-clock.ts";
import { type Candidate, DuplicateRule } from "./duplicate-rule.ts";
import { KnownItems } from "./known-items.ts";

const SWORD = fakeId(1);
const GRACE_MS = 750;

describe("checkForDuplicates", () => {
  it("detects nothing at the first sighting, and creates the entry", () => {
    const { known, rule, fired } = start();
    const alex = new FakePlayer("Alex", { at: { world: "world", x: 1.5, y: 64, z: -0.5 } });
    rule.check(SWORD, alex);
    assert.equal(fired.length, 0);
    const entry = { playerUUID: alex.id, location: "world:1,64,-1", lastSeenMs: NOON, firstSeenMs: NOON };
    assert.deepEqual(known.get(SWORD), entry);
  });

  it("detects nothing within the grace, its last millisecond included", () => {
    for (const passedMs of [0, 1, GRACE_MS - 1, GRACE_MS]) {
      const { clock, rule, fired, alex, bea } = start();
      rule.check(SWORD, alex);
      clock.pass(passedMs);
      rule.check(SWORD, bea);
      assert.equal(fired.length, 0, `${passedMs} ms`);
    }
  });

  it("checks everything that is seen in one look, each id by itself", () => {
    const { known, clock, rule, fired, alex, bea } = start();
    const [bow, axe] = [fakeId(2), fakeId(3)];
    rule.check(SWORD, alex);
    clock.pass(GRACE_MS + 1);
    rule.check(bow, alex);
    rule.checkAll([SWORD, bow, axe], bea);
    assert.deepEqual(
      fired.map(({ itemId, previousPlayerId }) => [itemId, previousPlayerId]),
      [[SWORD, alex.id]],
    );
    const holders = [SWORD, bow, axe].map((id) => known.get(id)?.playerUUID);
    assert.deepEqual(holders, [bea.id, bea.id, bea.id]);
  });

  it("fires one millisecond after the grace, for another player at another place", () => {
    const { clock, rule, fired, alex, bea } = start();
    rule.check(SWORD, alex);
    clock.pass(GRACE_MS + 1);
    rule.check(SWORD, bea, "minecraft:diamond_sword");
    assert.deepEqual(fired, [
      {
        itemId: SWORD,
        material: "minecraft:diamond_sword",
        player: bea,
        location: "world:100,64,0",
        previousPlayerId: alex.id,
        previousLocation: "world:0,64,0",
      },
    ]);
  });

  it("fires for the same player at another place", () => {
    const { clock, rule, fired, alex } = start();
    rule.check(SWORD, alex);
    clock.pass(GRACE_MS + 1);
    alex.teleport({ world: "world", x: 0, y: 65, z: 0 });
    rule.check(SWORD, alex);
    assert.equal(fired.length, 1);
  });

  it("fires for another player at the same place", () => {
    const { clock, rule, fired, alex, bea } = start();
    rule.check(SWORD, alex);
    clock.pass(GRACE_MS + 1);
    bea.teleport(alex.location());
    rule.check(SWORD, bea);
    assert.equal(fired.length, 1);
  });

  it("never fires for the same player at the same place, however long it took", () => {
    const { clock, rule, fired, alex } = start();
    rule.check(SWORD, alex);
    clock.pass(365 * 24 * 3_600_000);
    alex.teleport({ world: "world", x: 0.99, y: 64.5, z: 0 });
    rule.check(SWORD, alex);
    assert.equal(fired.length, 0);
  });

  it("updates the entry in every case, and keeps the first sighting", () => {
    const { clock, known, rule, alex, bea } = start();
    rule.check(SWORD, alex);
    for (const passedMs of [100, 5000]) {
      clock.pass(passedMs);
      rule.check(SWORD, bea);
      assert.deepEqual(known.get(SWORD), {
        playerUUID: bea.id,
        location: "world:100,64,0",
        lastSeenMs: clock.now(),
        firstSeenMs: NOON,
      });
    }
  });

  it("tells of a hit before it updates the entry", () => {
    const { clock, known, rule, alex, bea, onFire } = start();
    rule.check(SWORD, alex);
    clock.pass(GRACE_MS + 1);
    onFire(() => assert.equal(known.get(SWORD)?.playerUUID, alex.id));
    rule.check(SWORD, bea);
    assert.equal(known.get(SWORD)?.playerUUID, bea.id);
  });

  it("describes no hit while nobody listens, and updates the entry all the same", () => {
    const { clock, known, rule, fired, alex, bea, deafen } = start();
    deafen();
    rule.check(SWORD, alex);
    clock.pass(GRACE_MS + 1);
    rule.check(SWORD, bea);
    assert.equal(fired.length, 0);
    assert.equal(known.get(SWORD)?.playerUUID, bea.id);
  });

  it("fires exactly when section 3 says so, in any story", () => {
    const anySighting = fc.record({
      item: fc.nat(2),
      isBea: fc.boolean(),
      x: fc.nat(2),
      passedMs: fc.constantFrom(0, 1, GRACE_MS - 1, GRACE_MS, GRACE_MS + 1, 10_000),
    });
    fc.assert(
      fc.property(fc.array(anySighting), (sightings) => {
        const { clock, rule, fired, alex, bea } = start();
        const last = new Map<number, { isBea: boolean; x: number; atMs: number }>();
        let expected = 0;
        for (const { item, isBea, x, passedMs } of sightings) {
          clock.pass(passedMs);
          const before = last.get(item);
          const isElsewhere = before !== undefined && (before.isBea !== isBea || before.x !== x);
          if (isElsewhere && clock.now() - before.atMs > GRACE_MS) expected++;
          last.set(item, { isBea, x, atMs: clock.now() });
          const player = isBea ? bea : alex;
          player.teleport({ world: "world", x, y: 64, z: 0 });
          rule.check(fakeId(item), player);
          assert.equal(fired.length, expected);
        }
      }),
    );
  });
});

function start() {
  const knownItems = new KnownItems();
  const clock = new HandClock();
  const fired: Candidate[] = [];
  let isHeard = true;
  let react = () => {};
  const rule = new DuplicateRule({
    knownItems,
    clock,
    graceMs: GRACE_MS,
    onCandidate: (candidate) => {
      fired.push(candidate);
      react();
    },
    isHeard: () => isHeard,
  });
  return {
    known: knownItems,
    clock,
    rule,
    fired,
    alex: new FakePlayer("Alex"),
    bea: new FakePlayer("Bea", { at: { world: "world", x: 100, y: 64, z: 0 } }),
    deafen: () => {
      isHeard = false;
    },
    onFire: (reaction: () => void) => {
      react = reaction;
    },
  };
}
