import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { type FakeService, startedService } from "../../../testing/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/story.ts";
import { groundPlace } from "../../index.ts";

const ALEX_AT = { world: "world", x: 1, y: 64, z: 1 };
/** Far from him, and in the same chunk: one place to presence. */
const BO_AT = { world: "world", x: 14, y: 64, z: 14 };
const GROUND = groundPlace(ALEX_AT);

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const boxWith = (stack: FakeStack) =>
  fakeStack("shulker_box", { tag: fakeId(8), inside: { kind: "shulker-box", slots: [stack] } });

async function start() {
  const game = await startedService();
  const original = sword();
  const alex = join(game, "Alex", { slots: [original], at: ALEX_AT });
  const bo = join(game, "Bo", { at: BO_AT });
  // Long enough for every place to have been looked at.
  await play(game, 450);
  const drop = (player: typeof alex, stack: FakeStack) => {
    player.slots.length = 0;
    const entity = game.platform.drop(stack, player.at);
    act(game, player, new FakeItem(stack), [GROUND], "DROP");
    return entity;
  };
  return { game, alex, bo, original, drop };
}

function lying({ platform }: FakeService): unknown[] {
  const stacks: unknown[] = [];
  platform.look(GROUND, ({ stack }) => stacks.push(stack));
  return stacks;
}

describe("copies that come to lie on the ground of one chunk", () => {
  for (const isBoxed of [false, true])
    it(`the one that was in its owner's hand is not taken, though the copy lay there before${isBoxed ? ", in a box" : ""}`, async () => {
      const { game, alex, bo, original, drop } = await start();
      drop(bo, isBoxed ? boxWith(sword()) : sword());
      await play(game, 2);
      drop(alex, original);
      await play(game, GRACE_TICKS + 20);
      assert.ok(lying(game).includes(original), "his own is still there");
      const taken = await game.store.quarantined({ state: "held" });
      assert.deepEqual(
        taken.map(({ takenFrom }) => takenFrom.slot),
        [isBoxed ? "item-1/0" : "item-1"],
        "the copy is gone",
      );
    });

  it("both dropped in one tick: nobody can say which was first, and nothing is taken", async () => {
    const { game, alex, bo, original, drop } = await start();
    drop(bo, sword());
    drop(alex, original);
    await play(game, GRACE_TICKS + 20);
    assert.equal(lying(game).length, 2);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    assert.deepEqual(
      record!.acts.map(({ act: kind, note }) => [kind, note]),
      [["hold", "unknown-first"]],
    );
  });

  it("one that lay there alone stays, and the one that is dropped beside it goes", async () => {
    const { game, alex, bo, original, drop } = await start();
    drop(alex, original);
    await play(game, 3);
    drop(bo, sword());
    await play(game, GRACE_TICKS + 20);
    assert.deepEqual(lying(game), [original]);
  });

  it("picking up and dropping again does not make the copy the first", async () => {
    const { game, alex, bo, original, drop } = await start();
    let entity = drop(bo, sword());
    await play(game, 2);
    drop(alex, original);
    for (let turn = 0; turn < 3; turn++) {
      await play(game, 1);
      const stack = game.platform.pickUp(entity);
      bo.slots[0] = stack;
      act(game, bo, new FakeItem(stack), [GROUND], "PICKUP");
      await play(game, 1);
      entity = drop(bo, stack);
    }
    await play(game, GRACE_TICKS + 20);
    assert.deepEqual(lying(game), [original]);
  });
});
