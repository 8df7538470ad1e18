import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { testStaff } from "../../../testing/unpublished/test-staff.ts";

const ODD = fakeId(8);

/** A game server that cannot write one item down, because another plugin has put something odd into it. */
class OddGame extends FakePlatform {
  isOdd = true;

  override look(...[place, see, hints]: Parameters<FakePlatform["look"]>): boolean {
    const shown: typeof see = (item, slot, location) =>
      see(this.isOdd && item.readTag() === ODD ? new OddItem((item as FakeItem).stack) : item, slot, location);
    return super.look(place, shown, hints);
  }
}

class OddItem extends FakeItem {
  override encode(): Uint8Array {
    throw new RangeError("out of range");
  }
}

it("a copy that the game cannot write down stays, staff are told once and why, and all others are taken in time", async () => {
  const platform = new OddGame();
  const { game, staff, say } = await testStaff({ platform });
  const swords = () => [7, 8, 9].map((number): FakeStack => fakeStack("diamond_sword", { tag: fakeId(number) }));
  const alex = join(game, "Alex", { slots: swords() });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: swords() });
  await play(game, GRACE_TICKS + 10);
  const left = (slots: readonly (FakeStack | undefined)[]) => slots.flatMap((stack) => stack?.tag ?? []);
  assert.deepEqual(left(bo.slots), [ODD]);
  assert.equal(left(alex.slots).length, 3);
  await play(game, 100);
  const told = staff.heard.filter((line) => line.includes("cannot be written down"));
  assert.equal(told.length, 1);
  assert.deepEqual(
    game.log.lines.filter((line) => line.startsWith("error")),
    [],
  );
  assert.ok((await say("/dt case 1")).some((line) => line.includes("cannot be written down")));
  const entries = await game.store.quarantined({});
  assert.deepEqual(entries.map(({ itemId, state }) => `${itemId.at(-1)} ${state}`).sort(), ["7 held", "9 held"]);

  platform.isOdd = false;
  await say("/dt remove 1");
  await play(game, 10);
  assert.deepEqual(left(bo.slots), [], "staff can have it taken when the data are mended");
});
