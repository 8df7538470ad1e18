import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const BARREL = blockPlace({ world: "world", x: 300, y: 64, z: 5 });
const SWORD = fakeId(7);
const sword = () => fakeStack("diamond_sword", { tag: SWORD });

/** The item is in a chest when the server is restarted. */
async function restarted(): Promise<FakeService> {
  const platform = new FakePlatform();
  const before = await startedService({ platform });
  const olga = join(before, "Olga", { slots: [sword()] });
  await play(before, 60);
  putAway(before, olga, CHEST);
  await play(before, 60);
  quit(before, olga);
  await before.doubletake.stop();
  return startedService({ platform, store: before.store, clock: before.clock });
}

describe("a copy that goes dark while the store is asked where the item was", () => {
  it("does not count as the item because it was seen first", async () => {
    const game = await restarted();
    game.platform.chest(BARREL)[0] = sword();
    game.doubletake.report({ kind: "going-dark", place: BARREL, action: "SCAN" });
    game.platform.darken(BARREL);
    await play(game, 60);
    game.platform.lighten(BARREL);
    game.doubletake.report({ kind: "sighting", place: BARREL, action: "SCAN" });
    await play(game, 60);
    assert.equal(game.platform.chest(CHEST)[0]?.tag, SWORD, "the owner has been robbed");
    assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_ITEM");
  });

  for (const isChestDark of [true, false])
    it(`does not count as the item because its holder joined first and left at once; the chest is dark: ${isChestDark}`, async () => {
      const game = await restarted();
      if (isChestDark) game.platform.darken(CHEST);
      const eve = join(game, "Eve", { slots: [sword()] });
      quit(game, eve);
      await play(game, 60);
      game.platform.lighten(CHEST);
      await play(game, 60);
      const back = join(game, "Eve", { slots: eve.slots });
      await play(game, 60);
      assert.equal(game.platform.chest(CHEST)[0]?.tag, SWORD, "the owner has been robbed");
      if (isChestDark) assert.equal(back.slots[0], undefined);
    });
});

describe("an item that goes beside a copy of it, while there are others", () => {
  it("stays, and all others go", async () => {
    const game = await startedService();
    const [olga, eve] = [join(game, "Olga", { slots: [sword()] }), join(game, "Eve")];
    const [chest, barrel] = [game.platform.chest(CHEST), game.platform.chest(BARREL)];
    await play(game, 60);
    barrel[0] = sword();
    act(game, eve, new FakeItem(barrel[0]), [BARREL]);
    await play(game, 1);
    chest[5] = sword();
    act(game, eve, new FakeItem(chest[5]), [CHEST]);
    await play(game, 1);
    putAway(game, olga, CHEST);
    await play(game, 60);
    assert.equal(chest.filter(Boolean).length, 1, "the owner has been robbed");
    assert.equal(barrel[0], undefined);
  });
});
