import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { join, open, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const HOME = blockPlace({ world: "world", x: 50, y: 64, z: 5 });
const SWORD = fakeId(77);
const REMOVE = { config: "auto-remove-duplicates: true" };

describe("an owner who has just joined, while a copy lies in a chest of that server", () => {
  // At some of these moments the server that was left has just answered, and the store is asked where the item is now.
  for (const wait of [1, 2, 3, 4, 5, 6, 8, 12, 30])
    it(`stores the item after ${wait} ticks: it is not taken, and the owner is not named`, async () => {
      const { survival, both, alex } = await start();
      await both(wait);
      const home = putAway(survival, alex, HOME);
      await both(400);
      assert.equal(home[0]?.tag, SWORD, "the owner has been robbed");
      assert.equal(survival.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
      assert.deepEqual(survival.platform.consoleCommands, []);
    });

  for (const wait of [1, 8, 30])
    it(`uses the item up after ${wait} ticks, and is not named`, async () => {
      const { survival, both, alex } = await start();
      await both(wait);
      alex.slots[0] = undefined;
      const item = new FakeItem({ ...sword(), count: 0 });
      const location = alex.location();
      survival.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location, player: alex });
      await both(200);
      assert.equal(survival.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
      assert.deepEqual(survival.platform.consoleCommands, []);
    });

  /** Alex has left the lobby with the item, a copy has turned up on the other server, and Alex joins there. */
  async function start() {
    const network = new FakeNetwork("shared");
    const config = `${REMOVE.config}\non-proven: ["ban {player}"]`;
    const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const before = join(lobby, "Alex", { slots: [sword()] });
    const eve = join(survival, "Eve");
    await both(100);
    quit(lobby, before);
    await both(20);
    survival.platform.chest(CHEST)[0] = sword();
    await open(survival, eve, CHEST);
    await both(100);
    const alex = join(survival, "Alex", { slots: [sword()] });
    return { survival, both, alex };
  }
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}

describe("the owner keeps the item", () => {
  for (const where of ["lobby", "survival"] as const)
    for (const copyAt of ["lobby", "survival"] as const)
      it(`who stores it on ${where} right after joining, while a copy is on ${copyAt}`, async () => {
        const network = new FakeNetwork("shared");
        const [lobby, survival] = [await network.start("lobby", REMOVE), await network.start("survival", REMOVE)];
        const games = { lobby, survival };
        const both = (ticks: number) => playInTurns([lobby, survival], ticks);
        let alex = join(lobby, "Alex", { slots: [sword()] });
        const eve = join(games[copyAt], "Eve");
        await both(100);
        quit(lobby, alex);
        await both(20);
        const game = games[copyAt];
        await open(game, eve, CHEST);
        const chest = game.platform.chest(CHEST);
        chest[0] = sword();
        await both(60);
        games[where].platform.chest(HOME);
        await both(450);
        alex = join(games[where], "Alex", { slots: [sword()] });
        await both(8);
        const home = putAway(games[where], alex, HOME);
        await both(600);
        assert.equal(home[0]?.tag, SWORD, "the owner has been robbed");
      });
});
