import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

describe("a container whose type can be stacked", () => {
  it("is looked into wherever it lies: its copy is told by what is inside, and one of them is emptied", async () => {
    for (const config of ["", "balance: { materials: { DIAMOND: 5 } }"]) {
      const game = await startedService({ config });
      const alex = join(game, "Alex", { slots: [crate()] });
      // The id is none of ours: long enough to know that it was nowhere else.
      await play(game, 850);
      game.platform.chest(CHEST)[0] = crate();
      await play(game, 400);
      assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"], config);
      const inside = [alex.slots[0], game.platform.chest(CHEST)[0]].map((stack) => stack?.inside?.slots[0]?.tag);
      assert.deepEqual(inside, [fakeId(7), undefined], config);
    }
  });

  it("gives what is inside an id, and keeps custody of it, although it has none itself", async () => {
    const game = await startedService();
    const stack = crate({ tag: undefined });
    const alex = join(game, "Alex", { slots: [stack] });
    await play(game, 2);
    assert.equal(stack.inside?.slots[0]?.tag, fakeId(1));
    assert.equal(stack.tag, undefined);
    assert.equal((await game.store.custodyOf([fakeId(1)]))[0]?.place, alex.place);
  });

  it("was handed over when an event says so, with everything inside: nothing is claimed of a chest that went dark", async () => {
    for (const [isReported, expected] of [
      [true, []],
      [false, ["DUPLICATE_SUSPECTED"]],
    ] as const) {
      const game = await startedService();
      const alex = join(game, "Alex");
      game.platform.chest(CHEST)[0] = crate();
      await play(game, 30);
      alex.slots[0] = crate();
      if (isReported) act(game, alex, new FakeItem(alex.slots[0]), [CHEST]);
      game.platform.darken(CHEST);
      await play(game, GRACE_TICKS + 210);
      assert.deepEqual(typesOf(game), expected, `reported: ${isReported}`);
    }
  });
});

function crate({ tag }: { tag: string | undefined } = { tag: fakeId(7) }): FakeStack {
  const slots = [fakeStack("diamond_sword", { tag })];
  return fakeStack("crate", { maxStackSize: 64, inside: { kind: "shulker-box", slots } });
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
}
