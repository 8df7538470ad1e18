import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(AT);
const sword = (): FakeStack => fakeStack("diamond_sword", { tag: fakeId(7) });

type Slots = (FakeStack | undefined)[];

/** Alex has the item in hand. Bo has three copies in `from`, and moves two of them in one tick. */
async function movedByTwos(
  from: "chest" | "hands",
  to: "chest" | "hands",
  isTouched = false,
): Promise<readonly Slots[]> {
  const game = await startedService();
  const alex = join(game, "Alex", { slots: [sword()], at: AT });
  const bo = join(game, "Bo", { at: AT });
  await play(game, 30);
  const chest = game.platform.chest(CHEST);
  const slotsOf = { chest, hands: bo.slots };
  for (const slot of [0, 1, 2]) slotsOf[from][slot] = sword();
  act(game, bo, new FakeItem(sword()), [CHEST]);
  await play(game, 5);
  for (const slot of [0, 1]) {
    [slotsOf[to][slot + 10], slotsOf[from][slot]] = [slotsOf[from][slot], undefined];
    act(game, bo, new FakeItem(sword()), isTouched ? [CHEST, alex.place] : [CHEST]);
  }
  await play(game, GRACE_TICKS + 60);
  return [alex.slots, bo.slots, chest];
}

const count = (slots: Slots) => slots.filter(Boolean).length;

describe("copies that their owner mixes up: nobody can say which of them is which", () => {
  for (const [from, to] of [
    ["chest", "hands"],
    ["hands", "chest"],
    ["chest", "chest"],
  ] as const)
    it(`are all taken, from ${from} to ${to}: the item itself was in somebody's hands all the time, and nobody touched it`, async () => {
      assert.deepEqual((await movedByTwos(from, to)).map(count), [1, 0, 0]);
    });

  it("stay if the item was touched as well: it may be among them", async () => {
    assert.equal(
      (await movedByTwos("chest", "hands", true)).map(count).reduce((sum, n) => sum + n),
      4,
    );
  });
});
