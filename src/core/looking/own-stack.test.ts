import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { testStaff } from "../../testing/unpublished/test-staff.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// Game servers let one stack object be in two slots: a plugin hands the same one to two players, or somebody takes an item out of the window
// of a block that is gone.

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_JUDGED = GRACE_TICKS + 10;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });

describe("one stack object in two slots", () => {
  it("gets two ids when the copy was announced, whoever has it", async () => {
    const game = await startedService();
    const stack = sword();
    const alex = join(game, "Alex", { slots: [stack] });
    await play(game, 3);
    const bo = join(game, "Bo", { slots: [stack] });
    game.doubletake.api.announce({ cause: "kit", ids: [fakeId(77)] });
    await play(game, UNTIL_JUDGED);
    assert.deepEqual([alex.slots[0]?.tag, bo.slots[0]?.tag], [fakeId(77), fakeId(1)]);
    assert.deepEqual(typesOf(game), []);
  });

  it("gets two ids when both slots are one player's, or when a box has it", async () => {
    for (const make of [sword, boxOfSwords]) {
      const game = await startedService();
      const stack = make();
      const alex = join(game, "Alex", { slots: [stack] });
      await play(game, 3);
      game.doubletake.api.announce({ cause: "restored", places: [alex.place] });
      for (const slot of [1, 2]) alex.slots[slot] = stack;
      await play(game, UNTIL_JUDGED);
      const ids = alex.slots.flatMap((held) => (held ? idsOf(held) : []));
      assert.equal(new Set(ids).size, ids.length, ids.join());
      assert.equal(ids.length % 3, 0);
      assert.deepEqual(typesOf(game), []);
    }
  });

  it("gets two ids when a creative player takes out of a window what lies on the ground too", async () => {
    const game = await startedService();
    const stack = sword();
    const alex = join(game, "Alex", { slots: [stack] });
    const carl = join(game, "Carl");
    carl.isInCreative = true;
    await play(game, 3);
    const at = alex.location();
    alex.slots[0] = undefined;
    game.platform.drop(stack, at);
    act(game, alex, new FakeItem(stack), [groundPlace(at)], "DROP");
    await play(game, 3);
    carl.slots[4] = stack;
    act(game, carl, new FakeItem(stack));
    await play(game, UNTIL_JUDGED);
    assert.notEqual(carl.slots[4]?.tag, stack.tag);
    assert.equal(stack.tag, fakeId(77));
    assert.deepEqual(typesOf(game), []);
  });

  it("gets two ids when staff give the one in their hand a fresh one", async () => {
    const { game, staff, say } = await testStaff({ config: "auto-remove-duplicates: false" });
    const stack = sword();
    const alex = join(game, "Alex", { slots: [stack] });
    await play(game, 30);
    staff.slots[0] = stack;
    game.platform.chest(CHEST)[0] = stack;
    await play(game, 220);
    assert.match((await say("/dt reissue"))[0] ?? "", /DIAMOND_SWORD|Diamond Sword/);
    assert.notEqual(staff.slots[0]?.tag, fakeId(77));
    const others = [alex.slots[0], game.platform.chest(CHEST)[0]];
    assert.deepEqual(
      others.map((other) => other?.tag),
      [fakeId(77), fakeId(77)],
    );
  });

  it("is two items that nobody announced: they are proven, and one of them is taken", async () => {
    for (const make of [sword, boxOfSwords, () => ({ ...sword(), count: 2 }), crate]) {
      const game = await startedService();
      const stack = make();
      const alex = join(game, "Alex", { slots: [stack] });
      await play(game, 30);
      game.platform.chest(CHEST)[0] = stack;
      await play(game, 600);
      assert.ok(typesOf(game).includes("DUPLICATE_ITEM"));
      const left = [alex.slots[0], game.platform.chest(CHEST)[0]].flatMap((held) => (held ? idsOf(held) : []));
      assert.equal(new Set(left).size, left.length, left.join());
      assert.ok(left.includes(fakeId(77)), "one of them stays");
    }
  });
});

function boxOfSwords(): FakeStack {
  const slots = [fakeStack("diamond_sword", { tag: fakeId(78) }), sword()];
  return fakeStack("shulker_box", { tag: fakeId(79), inside: { kind: "shulker-box", slots } });
}

/** It has no id of its own, so only what is inside can be taken. */
function crate(): FakeStack {
  return fakeStack("crate", { maxStackSize: 64, inside: { kind: "shulker-box", slots: [sword()] } });
}

/** The ids of a stack and of what is in it; one for each item of the stack. */
function idsOf({ tag, count, inside }: FakeStack): string[] {
  const own = tag === undefined ? [] : new Array<string>(count).fill(tag);
  return [...own, ...(inside?.slots ?? []).flatMap((stack) => (stack ? idsOf(stack) : []))];
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
}
