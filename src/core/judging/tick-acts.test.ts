import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace, windowPlace } from "../model/place.ts";
import { TickActs } from "./tick-acts.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const SHOP = blockPlace(AT);
const SWORD = fakeId(7);
const sword = () => fakeStack("diamond_sword", { tag: SWORD });

describe("a copy out of the window of a broken block", () => {
  for (const isWindowFirst of [false, true])
    it(`does not make a copy of what its taker sells ${isWindowFirst ? "after" : "before"} it in the same tick`, async () => {
      const game = await startedService();
      const original = sword();
      const shop = game.platform.chest(SHOP);
      const bo = join(game, "Bo", { slots: [original], at: AT });
      await play(game, 450);
      const takeOut = () => {
        bo.slots[4] = sword();
        act(game, bo, new FakeItem(bo.slots[4]), [windowPlace(bo.id)]);
      };
      if (isWindowFirst) takeOut();
      [shop[0], bo.slots[0]] = [original, undefined];
      act(game, bo, new FakeItem(original), [SHOP]);
      if (!isWindowFirst) takeOut();
      await play(game, GRACE_TICKS + 20);
      assert.equal(shop[0], original);
      const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
      assert.deepEqual(
        record!.acts.map(({ act: kind, note }) => [kind, note]),
        [["hold", "unknown-first"]],
      );
    });

  it("is the same copy wherever its taker puts it in that tick, if the taker had no other", () => {
    for (const isHeld of [false, true]) {
      const acts = new TickActs(() => isHeld);
      const bo = new FakePlayer("Bo");
      acts.note(SWORD, bo, [windowPlace(bo.id)]);
      acts.note(SWORD, bo, [SHOP]);
      assert.ok(acts.isByWindow(SWORD, bo.place, null));
      assert.equal(acts.isByWindow(SWORD, SHOP, null), !isHeld);
      assert.ok(acts.isReportedAt(SWORD, SHOP));
    }
  });
});

it("what was reported of a box that is carried about while something in it waits does not pile up", () => {
  const acts = new TickActs(() => false);
  const bo = new FakePlayer("Bo");
  const chests = Array.from({ length: 20 }, (_, x) => blockPlace({ ...AT, x }));
  for (const chest of chests) {
    acts.note(SWORD, bo, [chest]);
    acts.finishTickEnd(() => true);
  }
  assert.deepEqual(
    chests.filter((chest) => acts.isReportedAt(SWORD, chest)),
    chests.slice(-8),
  );
  acts.finishTickEnd(() => false);
  assert.ok(!acts.has(SWORD));
});

for (const isSellerFirst of [true, false])
  it(`who sells the item ${isSellerFirst ? "before" : "after"} another puts a copy out of a window into the same chest, and takes one, is not robbed`, async () => {
    const game = await startedService();
    const [original, copy] = [sword(), sword()];
    const shop = game.platform.chest(SHOP);
    const bo = join(game, "Bo", { slots: [original], at: AT });
    const [cheat, dora] = [join(game, "Cheat", { at: AT }), join(game, "Dora", { at: AT })];
    await play(game, 450);
    const sell = () => {
      [shop[0], bo.slots[0]] = [original, undefined];
      act(game, bo, new FakeItem(original), [SHOP]);
    };
    if (isSellerFirst) sell();
    act(game, cheat, new FakeItem(copy), [windowPlace(cheat.id)]);
    act(game, cheat, new FakeItem(copy), [SHOP]);
    if (!isSellerFirst) sell();
    dora.slots[0] = copy;
    act(game, dora, new FakeItem(copy), [cheat.place]);
    await play(game, GRACE_TICKS + 20);
    assert.equal(shop[0], original);
    assert.equal(dora.slots[0], copy, "nobody knows which of the two was taken");
  });
