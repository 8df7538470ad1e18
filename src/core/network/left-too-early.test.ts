import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { fakeStack } from "../../testing/fake-item.ts";
import { FakeNetwork } from "../../testing/fake-network.ts";
import { join, play, quit } from "../../testing/story.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("a player who left before it was known what the player had", () => {
  it("is not suspected to have what turns up in a chest: the last look at the inventory is of an earlier stay", async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    const both = async (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
    };
    const told = () => [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    let alex = join(lobby, "Alex", { slots: [sword()] });
    await both(100);
    quit(lobby, alex);
    await both(20);
    alex = join(lobby, "Alex", { slots: [sword()] });
    await both(20);
    // A hopper had it out of the chest that the player used before anybody looked.
    const chest = lobby.platform.chest(CHEST);
    [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
    quit(lobby, alex);
    await both(450);
    assert.deepEqual(told(), []);
    assert.equal(network.database.custody.get(SWORD)?.place, CHEST);
    // Back with another one: that is a second.
    alex = join(lobby, "Alex", { slots: [sword()] });
    await both(150);
    assert.deepEqual(told(), ["DUPLICATE_ITEM"]);
  });
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
