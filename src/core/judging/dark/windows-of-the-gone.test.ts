import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { windowPlace } from "../../model/place.ts";

const SWORD = fakeId(77);

describe("a window into the inventory of a player who leaves", () => {
  for (const isSeenBefore of [true, false])
    it(`is no copy, and what is taken out of it is one; seen before the player was gone: ${isSeenBefore}`, async () => {
      const game = await startedService();
      const ada = join(game, "Ada", { slots: [sword()] });
      const ben = join(game, "Ben");
      await play(game, 40);
      const window = windowPlace(ben.id);
      const look = () =>
        game.doubletake.report({ kind: "sighting", place: window, action: "CONTAINER_OPEN", player: ben });
      const told = () => game.outside.sent.map(({ type }) => type);
      const slots = game.platform.chest(window);
      slots[0] = sword();
      if (isSeenBefore) {
        look();
        await play(game, 1);
      }
      quit(game, ada);
      await play(game, 1);
      look();
      await play(game, 5);
      assert.deepEqual(told(), []);
      [ben.slots[0], slots[0]] = [slots[0], undefined];
      act(game, ben, new FakeItem(ben.slots[0]!), [window]);
      await play(game, 40);
      assert.deepEqual(told(), ["DUPLICATE_SUSPECTED"]);
      join(game, "Ada", { slots: [sword()] });
      await play(game, 40);
      assert.deepEqual(told(), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
    });
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
