import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";

const UNTIL_REMOVED = GRACE_TICKS + 6;
const UNTIL_SETTLED = UNTIL_REMOVED + 10;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const FULL: FakeStack[] = Array.from({ length: 36 }, () => fakeStack("bow"));

/** Alex has the sword, Bo had a copy, and it was taken from him. */
async function taken(): Promise<{ game: FakeService; bo: FakePlayer }> {
  const game = await startedService();
  join(game, "Alex", { slots: [sword()] });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: [sword()] });
  await play(game, UNTIL_REMOVED);
  return { game, bo };
}

let lives = 0;

/** The process dies, and another one starts. */
async function crashed({ clock, store }: FakeService): Promise<FakeService> {
  clock.pass(1);
  return startedService({ clock, store, firstId: ++lives * 0x1000 });
}

/** A copy is made anew, and the world is saved with it. */
async function copied(game: FakeService, alex: FakePlayer): Promise<void> {
  alex.slots[1] = sword();
  act(game, alex, new FakeItem(alex.slots[1]));
  await play(game, 3);
}

async function restore(game: FakeService): Promise<void> {
  const outcome = await game.doubletake.staffActs.restore(1, "Staff", undefined);
  assert.equal(outcome?.returning.length, 1);
}

/** What staff gave back to Bo is there for him, under an id of its own, and the copy made anew is in quarantine. */
async function assertGivenBack(game: FakeService, bo: FakePlayer): Promise<void> {
  const entries = await game.store.quarantined({});
  assert.deepEqual(
    entries.map(({ state }) => state),
    ["returned", "held"],
  );
  assert.deepEqual(bo.slots.map((stack) => stack?.tag).filter(Boolean), [entries[0]!.freshId]);
}

describe("what staff gave back is not void for a copy that was made anew before the server died, if it was known by then that it was not back", () => {
  test("while its player had no room for it, after a first crash", async () => {
    const { game, bo } = await taken();
    quit(game, bo);
    await restore(game);
    const next = await crashed(game);
    const alex = join(next, "Alex", { slots: [sword()] });
    join(next, "Bo", { slots: structuredClone(FULL) });
    await play(next, 3);
    await copied(next, alex);
    const last = await crashed(next);
    join(last, "Alex", { slots: [sword(), sword()] });
    const back = join(last, "Bo");
    await play(last, UNTIL_SETTLED);
    await assertGivenBack(last, back);
  });

  test("while its player was away, after a clean stop", async () => {
    const { game, bo } = await taken();
    quit(game, bo);
    await restore(game);
    await game.doubletake.stop();
    const next = await crashed(game);
    const alex = join(next, "Alex", { slots: [sword()] });
    await play(next, 3);
    await copied(next, alex);
    const last = await crashed(next);
    join(last, "Alex", { slots: [sword(), sword()] });
    const back = join(last, "Bo");
    await play(last, UNTIL_SETTLED);
    await assertGivenBack(last, back);
  });

  test("when staff gave it back soon after a first crash, and the next one undid that", async () => {
    const { game } = await taken();
    const next = await crashed(game);
    const alex = join(next, "Alex", { slots: [sword()] });
    const bo = join(next, "Bo");
    await play(next, UNTIL_SETTLED);
    await restore(next);
    await play(next, 3);
    assert.equal(bo.slots.filter(Boolean).length, 1);
    await copied(next, alex);
    // Bo was saved before he got it.
    const last = await crashed(next);
    join(last, "Alex", { slots: [sword(), sword()] });
    const back = join(last, "Bo");
    await play(last, UNTIL_SETTLED);
    await assertGivenBack(last, back);
  });
});
