import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { fakeStack } from "../../testing/fake-item.ts";
import { FakeNetwork, playInTurns } from "../../testing/fake-network.ts";
import { join, open, putAway, quit } from "../../testing/story.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const HOME = blockPlace({ world: "world", x: 50, y: 64, z: 5 });
const SWORD = fakeId(77);
const REMOVE = { config: "auto-remove-duplicates: true" };

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
