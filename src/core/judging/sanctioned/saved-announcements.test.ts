import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SECOND = 20;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });

describe("an announcement", () => {
  it("holds over a restart, for ids and for places: nobody is accused of what comes to light after it", async () => {
    for (const isClean of [true, false]) {
      for (const announced of [{ ids: [fakeId(77)] }, { places: [CHEST] }]) {
        const before = await startedService();
        await play(before, 5);
        before.doubletake.api.announce({ cause: "kit", ...announced });
        const game = await restarted(before, isClean);
        assert.deepEqual(await copiesOf(game), [], JSON.stringify({ isClean, ...announced }));
      }
    }
  });

  it("holds for a minute in all: the time that the server was down does not count, and nothing is added", async () => {
    for (const [secondsBefore, downMs, expected] of [
      [40, 5_000, []],
      [40, 600_000, []],
      [62, 5_000, ["DUPLICATE_ITEM"]],
    ] as const) {
      const before = await startedService();
      before.doubletake.api.announce({ cause: "kit", ids: [fakeId(77)] });
      await play(before, secondsBefore * SECOND);
      before.clock.pass(downMs);
      const game = await restarted(before, true);
      assert.deepEqual(await copiesOf(game), expected, `${secondsBefore} s, down for ${downMs} ms`);
    }
  });

  it("is not prolonged by crashes, one after the other", async () => {
    let game = await startedService();
    game.doubletake.api.announce({ cause: "kit", ids: [fakeId(77)] });
    for (let crash = 0; crash < 7; crash++) {
      await play(game, 9 * SECOND);
      game = await restarted(game, false);
    }
    assert.deepEqual(await copiesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("excuses no more copies after a crash: the one that had turned up comes back as itself", async () => {
    for (const isUndone of [true, false]) {
      const before = await startedService();
      const alex = join(before, "Alex", { slots: [sword()] });
      await play(before, 5);
      before.doubletake.api.announce({ cause: "auction return", ids: [fakeId(77)] });
      const kit = before.platform.chest(CHEST);
      kit[0] = sword();
      before.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
      await play(before, 2 * SECOND);
      const freshId = kit[0].tag!;
      assert.notEqual(freshId, fakeId(77));
      const game = await restarted(before, false);
      const chest = game.platform.chest(CHEST);
      chest[0] = isUndone ? sword() : fakeStack("diamond_sword", { tag: freshId });
      join(game, "Alex", { slots: [sword()] });
      await play(game, 2);
      if (isUndone) {
        await play(game, 2 * SECOND);
        assert.equal(chest[0].tag, freshId);
        assert.deepEqual(game.outside.sent, []);
      }
      const cheat = join(game, "Cheat", { slots: [sword()] });
      await play(game, GRACE_TICKS + 5);
      assert.deepEqual(
        game.outside.sent.map(({ type }) => type),
        ["DUPLICATE_ITEM"],
      );
      assert.equal(cheat.slots[0], undefined);
    }
  });

  it("of a place excuses nothing that was on record there before, if its player was away at the restart", async () => {
    for (const isClean of [true, false]) {
      const before = await startedService();
      const first = join(before, "Ben", { slots: [sword()] });
      await play(before, 12 * SECOND);
      before.doubletake.api.announce({ cause: "kit", places: [first.place] });
      await play(before, 2);
      quit(before, first);
      await play(before, 30);
      const game = await restarted(before, isClean);
      const ben = join(game, "Ben", { slots: [sword()] });
      await play(game, 30);
      game.platform.chest(CHEST)[0] = sword();
      await play(game, 15 * SECOND);
      assert.deepEqual(
        game.outside.sent.map(({ type }) => type),
        ["DUPLICATE_ITEM"],
      );
      assert.equal(ben.slots[0]?.tag, fakeId(77));
    }
  });

  it("is kept as one note of limited length, which goes when nothing holds any more", async () => {
    const game = await startedService();
    for (let round = 0; round < 50; round++)
      game.doubletake.api.announce({
        cause: "kit",
        ids: Array.from({ length: 1000 }, (_, n) => fakeId(round * 1000 + n)),
      });
    await play(game, 1);
    const note = await game.store.readNote("announcements");
    assert.ok(note !== undefined && note.length < 100_000, `${note?.length}`);
    assert.ok(note.includes(fakeId(49_999)), "the newest are kept");
    await play(game, 75 * SECOND);
    assert.equal(await game.store.readNote("announcements"), undefined);
  });

  it("that cannot be read is as if there were none", async () => {
    const before = await startedService();
    await before.store.writeNote("announcements", '{"ids":7');
    const game = await restarted(before, false);
    assert.deepEqual(await copiesOf(game), ["DUPLICATE_ITEM"]);
  });
});

async function restarted(before: FakeService, isClean: boolean): Promise<FakeService> {
  await play(before, 1);
  if (isClean) await before.doubletake.stop();
  return startedService({ store: before.store, clock: before.clock, firstId: 0x1000 });
}

/** What is told when the sword is with Alex and in the chest. */
async function copiesOf(game: FakeService): Promise<string[]> {
  const alex = join(game, "Alex", { slots: [sword()] });
  await play(game, 2);
  game.platform.chest(CHEST)[0] = sword();
  game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
  await play(game, GRACE_TICKS + 5);
  quit(game, alex);
  return game.outside.sent.map(({ type }) => type);
}
