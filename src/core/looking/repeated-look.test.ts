import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { blockPlace } from "../model/place.ts";
import { lookAt } from "./look.ts";
import { RepeatedLook } from "./repeated-look.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });

const sword = (id: number) => fakeStack("diamond_sword", { tag: fakeId(id) });
const box = (id: number, ...slots: FakeStack[]) =>
  fakeStack("shulker_box", { tag: fakeId(id), inside: { kind: "shulker-box", slots } });

function start() {
  const platform = new FakePlatform();
  platform
    .chest(CHEST)
    .push(
      sword(1),
      box(2, sword(3), box(4, sword(5), box(7, sword(8)), sword(9)), sword(10), box(11, sword(12))),
      fakeStack("dirt"),
      sword(6),
    );
  const before = lookAt(platform, CHEST, () => assert.fail("everything has an id"));
  const ids = before.copies.map(({ itemId }) => itemId);
  return { platform, before, ids, again: () => new RepeatedLook(platform, CHEST, ids, undefined) };
}

describe("a full place that is as before", () => {
  it("gives the copies that a whole look would", () => {
    const { before, again } = start();
    const look = again();
    assert.ok(look.isAsBefore);
    for (const [position, copy] of before.copies.entries()) {
      const { item, outer, ...same } = look.copyAt(position, copy.itemId);
      const { item: itemBefore, outer: outerBefore, ...expected } = copy;
      assert.deepEqual(same, expected);
      assert.deepEqual(item.encode(), itemBefore.encode());
      assert.equal(outer.stack, outerBefore.stack);
    }
  });

  it("is not one when something came, went, changed its id, its order or its count, or got dark", () => {
    const changes: ((chest: (FakeStack | undefined)[], platform: FakePlatform) => void)[] = [
      (chest) => chest.push(sword(20)),
      (chest) => chest.pop(),
      (chest) => chest.reverse(),
      (chest) => delete chest[0]!.tag,
      (chest) => {
        chest[1]!.inside!.slots[0]!.tag = fakeId(29);
      },
      (chest) => {
        chest[3]!.count = 2;
      },
      (_chest, platform) => platform.darken(CHEST),
    ];
    for (const change of changes) {
      const { platform, again } = start();
      change(platform.chest(CHEST), platform);
      assert.equal(again().isAsBefore, false, String(change));
    }
  });
});
