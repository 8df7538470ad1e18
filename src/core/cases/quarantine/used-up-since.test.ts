import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const UNTIL_SETTLED = GRACE_TICKS + 20;
const HERE = { world: "world", x: 1, y: 64, z: 0 };

const box = (): FakeStack =>
  fakeStack("shulker_box", {
    tag: fakeId(7),
    inside: { kind: "shulker-box", slots: [fakeStack("diamond_sword", { tag: fakeId(8) })] },
  });
const held = async ({ store }: FakeService) => (await store.quarantined({})).filter(({ state }) => state === "held");

/** Bo's copy of a box was taken and given back. Returns it as it is in Bo's inventory, and a new process on the same store. */
async function givenBack(): Promise<{ game: FakeService; bo: FakePlayer; back: FakeStack }> {
  const game = await startedService();
  join(game, "Alex", { slots: [box()] });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: [box()] });
  await play(game, UNTIL_SETTLED);
  await game.doubletake.staffActs.restore(1, "Staff", undefined);
  await play(game, 10);
  const back = bo.slots[0]!;
  assert.notEqual(back.tag, fakeId(7));
  return { game, bo, back };
}

/** The process is killed, and the next one starts. The first ids that it gives out are others. */
const restarted = async ({ store, clock }: FakeService) => startedService({ store, clock, firstId: 0x1000 });

describe("after a kill -9, what staff gave back and has ended since", () => {
  for (const how of ["placed", "used up", "lost"] as const)
    test(`is not given back a second time by itself: it was ${how}, and staff decide`, async () => {
      const { game, bo, back } = await givenBack();
      bo.slots[0] = undefined;
      const item = new FakeItem({ ...back, count: 0 });
      if (how === "placed") {
        game.platform.chest(blockPlace(HERE)).push(...structuredClone(back.inside!.slots));
        const event = { kind: "interaction", player: bo, item, action: "BLOCK_PLACE", location: HERE } as const;
        game.doubletake.report(event);
      } else if (how === "used up")
        game.doubletake.report({ kind: "item-ended", player: bo, item, action: "CONSUME", location: HERE });
      await play(game, 40);
      const again = await restarted(game);
      await settle();
      const bo2 = join(again, "Bo");
      join(again, "Alex", { slots: [box()] });
      await play(again, UNTIL_SETTLED);
      assert.deepEqual(bo2.slots.filter(Boolean), [], "the box was saved as a block, and there would be two");
      assert.equal((await held(again)).length, 1, "nothing is lost if the world was saved before that");
      assert.ok(again.log.lines.some((line) => line.includes("Case 1: what was given back before the crash is gone")));
    });

  test("is proven if staff give it back although it is there: everything in it has the ids that it was first given", async () => {
    const { game, bo, back } = await givenBack();
    bo.slots[0] = undefined;
    const location = HERE;
    const item = new FakeItem({ ...back, count: 0 });
    game.doubletake.report({ kind: "interaction", player: bo, item, action: "BLOCK_PLACE", location });
    await play(game, 40);
    const again = await restarted(game);
    await settle();
    again.outside.hearsFrom = "HIGH";
    const bo2 = join(again, "Bo");
    join(again, "Alex", { slots: [box()] });
    again.platform.chest(blockPlace(HERE)).push(...structuredClone(back.inside!.slots));
    await play(again, UNTIL_SETTLED);
    assert.equal((await again.doubletake.staffActs.restore(1, "Staff", undefined))?.returning.length, 1);
    await play(again, 10);
    assert.equal(bo2.slots.filter(Boolean).length, 1);
    await play(again, 400);
    assert.deepEqual(
      again.outside.sent.map(({ type, itemId }) => [type, itemId]),
      [["DUPLICATE_ITEM", back.inside!.slots[0]!.tag]],
    );
  });
});
