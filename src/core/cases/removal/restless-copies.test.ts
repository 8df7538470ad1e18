import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(AT);
const sword = (): FakeStack => fakeStack("diamond_sword", { tag: fakeId(7) });

describe("a client that moves its copy between hands and chest", () => {
  for (const [every, copies] of [
    [1, 1],
    [1, 3],
    [2, 1],
  ] as const)
    it(`every ${every === 1 ? "tick" : "other tick"}, ${copies} at a time, gains nothing: it is taken where it is by then`, async () => {
      const game = await startedService();
      const alex = join(game, "Alex", { slots: [sword()], at: AT });
      const bo = join(game, "Bo", { at: AT });
      await play(game, 30);
      const chest = game.platform.chest(CHEST);
      for (let slot = 0; slot < copies; slot++) bo.slots[slot] = sword();
      act(game, bo, new FakeItem(sword()), [CHEST]);
      for (let tick = 0; tick < 60; tick++) {
        await play(game);
        if (tick % every !== 0) continue;
        for (let slot = 0; slot < copies; slot++) [bo.slots[slot], chest[slot]] = [chest[slot], bo.slots[slot]];
        act(game, bo, new FakeItem(sword()), [CHEST]);
      }
      assert.deepEqual(
        [alex.slots, bo.slots, chest].map((slots) => slots.filter(Boolean).length),
        [1, 0, 0],
      );
      const entries = await game.store.quarantined({});
      assert.deepEqual(
        entries.filter(({ state }) => state !== "dropped").map(({ state }) => state),
        Array.from({ length: copies }, () => "held"),
      );
    });

  it("or wears it down in every tick, gains nothing either: it goes into quarantine as it is by then", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()], at: AT });
    const bo = join(game, "Bo", { at: AT });
    await play(game, 30);
    bo.slots[0] = sword();
    act(game, bo, new FakeItem(sword()));
    let damage = 0;
    for (let tick = 0; tick < 60; tick++) {
      await play(game);
      if (bo.slots[0] !== undefined) Object.assign(bo.slots[0], { damage: ++damage });
    }
    assert.equal(bo.slots[0], undefined);
    assert.ok(alex.slots[0]);
    const [entry] = await game.store.quarantined({});
    assert.equal(entry?.state, "held");
    assert.equal((FakeItem.decode(entry.data).stack as unknown as { damage: number }).damage, damage);
  });

  it("does not have somebody's own taken in its stead: with two in sight, and the item moved as well, nothing is", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()], at: AT });
    const bo = join(game, "Bo", { at: AT });
    await play(game, 30);
    const chest = game.platform.chest(CHEST);
    bo.slots[0] = sword();
    act(game, bo, new FakeItem(sword()), [CHEST]);
    for (let tick = 0; tick < 60; tick++) {
      await play(game);
      [bo.slots[0], chest[0]] = [chest[0], bo.slots[0]];
      act(game, bo, new FakeItem(sword()), [CHEST]);
      [alex.slots[0], alex.slots[9]] = [alex.slots[9], alex.slots[0]];
      act(game, alex, new FakeItem(sword()));
    }
    assert.equal(alex.slots.filter(Boolean).length, 1);
  });
});
