import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { join, quit } from "../../../testing/unpublished/story.ts";

const SWORD = fakeId(77);
const REMOVE = { config: "auto-remove-duplicates: true" };

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}

describe("an item about which staff dismissed the suspicion", () => {
  for (const [isCarriedOn, by] of [
    [false, "lobby"],
    [true, "lobby"],
    [false, "survival"],
  ] as const)
    it(`${isCarriedOn ? "is its buyer's on every server" : "is on record where it is"}; dismissed on ${by}`, async () => {
      const network = new FakeNetwork("shared");
      const [lobby, survival] = [await network.start("lobby", REMOVE), await network.start("survival", REMOVE)];
      const both = (ticks: number) => playInTurns([lobby, survival], ticks);
      const alex = join(lobby, "Alex", { slots: [sword()] });
      let eve = join(lobby, "Eve");
      const cheat = join(lobby, "Cheat");
      await both(100);
      quit(lobby, alex);
      await both(20);
      // A plugin's auction house took it out of the absent seller's inventory, and gave it to the buyer.
      eve.slots[0] = sword();
      await both(200);
      assert.ok(await { lobby, survival }[by].doubletake.staffActs.dismiss(1, "Staff"));
      // Servers hear of each other's cases every five seconds.
      await both(120);
      if (!isCarriedOn) {
        assert.equal(network.database.custody.get(SWORD)?.place, eve.place);
        return;
      }
      quit(lobby, eve);
      await both(20);
      eve = join(survival, "Eve", { slots: [sword()] });
      await both(200);
      // Much later somebody makes a copy of it in the lobby.
      cheat.slots[0] = sword();
      await both(400);
      assert.equal(eve.slots[0]?.tag, SWORD, "the buyer is robbed");
    });
});
