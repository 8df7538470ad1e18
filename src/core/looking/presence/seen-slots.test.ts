import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../../index.ts";
import type { Copy } from "../look.ts";
import { Presence } from "./presence.ts";
import { SeenSlots } from "./seen-slots.ts";

const ALEX_AT = { world: "world", x: 1, y: 64, z: 1 };
/** Far from him, and in the same chunk: one place to presence. */
const BO_AT = { world: "world", x: 14, y: 64, z: 14 };
const GROUND = groundPlace(ALEX_AT);
const CHEST = blockPlace(ALEX_AT);

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const boxWith = (stack: FakeStack, id = 8) =>
  fakeStack("shulker_box", { tag: fakeId(id), inside: { kind: "shulker-box", slots: [stack] } });

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

describe("copies in one chest, one of them in somebody's box", () => {
  /** Alex's sword lies in his box, in slot 5. */
  async function startWithBox() {
    const game = await startedService();
    const original = sword();
    const box = boxWith(original);
    const chest = game.platform.chest(CHEST);
    chest[5] = box;
    const bo = join(game, "Bo", { at: BO_AT });
    await play(game, 450);
    return { game, box, chest, original, bo };
  }
  const holds = async ({ store }: FakeService) => {
    const [record] = await store.cases({}, { offset: 0, limit: 1 });
    return record!.acts.map(({ act: kind, note }) => [kind, note]);
  };

  for (const slot of [0, 9])
    it(`what was in the box is not taken when a copy is put into slot ${slot}, before anybody has seen the two apart`, async () => {
      const { game, box, chest, original, bo } = await startWithBox();
      chest[slot] = sword();
      act(game, bo, new FakeItem(chest[slot]), [CHEST]);
      await play(game, GRACE_TICKS + 20);
      assert.deepEqual(box.inside!.slots, [original]);
      assert.deepEqual(await holds(game), [["hold", "unknown-first"]]);
    });

  it("nor when there is a third one elsewhere", async () => {
    const { game, box, chest, original, bo } = await startWithBox();
    [chest[0], bo.slots[0]] = [sword(), sword()];
    for (const copy of [chest[0], bo.slots[0]]) act(game, bo, new FakeItem(copy), [CHEST]);
    await play(game, GRACE_TICKS + 20);
    assert.deepEqual(box.inside!.slots, [original]);
  });

  it("nor when a box with a copy changes places with it", async () => {
    const { game, box, chest, original, bo } = await startWithBox();
    const other = boxWith(sword(), 9);
    bo.slots[0] = other;
    act(game, bo, new FakeItem(other));
    await play(game, 3);
    [chest[5], chest[0], bo.slots[0]] = [other, box, undefined];
    for (const moved of [box, other]) act(game, bo, new FakeItem(moved), [CHEST]);
    await play(game, GRACE_TICKS + 20);
    assert.deepEqual(box.inside!.slots, [original]);
  });

  it("a copy that was seen in a player's hands is taken, though he puts it beside the box", async () => {
    const { game, box, chest, original, bo } = await startWithBox();
    const copy = sword();
    bo.slots[0] = copy;
    act(game, bo, new FakeItem(copy));
    await play(game, 3);
    [chest[0], bo.slots[0]] = [copy, undefined];
    act(game, bo, new FakeItem(copy), [CHEST]);
    await play(game, GRACE_TICKS + 20);
    assert.deepEqual(box.inside!.slots, [original]);
    assert.equal(chest[0], undefined);
  });
});

describe("the slot of the earliest copy on the ground", () => {
  const [id, other] = [fakeId(7), fakeId(8)];
  const after = (...looks: readonly (readonly [string, string])[][]) => {
    const presence = new Presence();
    for (const found of looks) {
      presence.set(
        GROUND,
        found.map(([itemId]) => itemId),
        0,
        0,
        found.map(([, slot]) => slot),
      );
      presence.finishTickEnd(() => false);
    }
    return presence.earliestSlot(id, GROUND);
  };

  it("is the one in which it lay alone, in whatever order the game names them", () => {
    assert.equal(after([[id, "2"]]), "2");
    assert.equal(
      after(
        [[id, "2"]],
        [
          [id, "1"],
          [id, "2"],
          [id, "3"],
        ],
      ),
      "2",
    );
    assert.equal(
      after(
        [[id, "2"]],
        [
          [id, "2"],
          [id, "1"],
        ],
        [
          [other, "0"],
          [id, "1"],
          [id, "2"],
        ],
      ),
      "2",
    );
    assert.equal(
      after(
        [[id, "2"]],
        [[id, "3"]],
        [
          [id, "2"],
          [id, "3"],
        ],
      ),
      "3",
    );
  });

  it("is unknown when none lay there alone, or when that one has gone", () => {
    assert.equal(
      after(
        [[other, "1"]],
        [
          [other, "1"],
          [id, "2"],
          [id, "3"],
        ],
      ),
      undefined,
    );
    assert.equal(
      after(
        [[id, "1"]],
        [
          [id, "2"],
          [id, "3"],
        ],
      ),
      undefined,
    );
    assert.equal(
      after(
        [[id, "1"]],
        [
          [id, "2"],
          [id, "3"],
        ],
        [
          [id, "2"],
          [id, "3"],
          [other, "4"],
        ],
      ),
      undefined,
    );
    assert.equal(after([[id, "1"]], []), undefined);
  });
});

describe("a copy of which nobody knows whether it is the first, carried through thousands of places", () => {
  it("leaves a bounded memory: the places where one is, and the latest of those where one was", () => {
    const [slots, id] = [new SeenSlots(), fakeId(7)];
    const copyAt = (place: string, slot: string) => ({ itemId: id, place, slot, boxId: null }) as unknown as Copy;
    const chestAt = (x: number) => blockPlace({ world: "world", x, y: 64, z: 1 });
    slots.noteSeen(id, [copyAt(GROUND, "item-1"), copyAt(GROUND, "item-2")]);
    for (let x = 0; x < 5000; x++) slots.noteSeen(id, [copyAt(GROUND, "item-1"), copyAt(chestAt(x), "0")]);
    const known = Array.from({ length: 5000 }, (_, x) => chestAt(x)).filter((chest) => slots.isGuess(id, chest));
    assert.ok(known.length > 64 && known.length < 256, `${known.length}`);
    assert.ok(known.includes(chestAt(4999)) && slots.isGuess(id, GROUND));
  });
});
