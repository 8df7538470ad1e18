import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { type FakeService, startedService } from "../../testing/fake-service.ts";
import { join, play } from "../../testing/story.ts";

const ID = fakeId(7);
const box = (count = 1) => fakeStack("shulker_box", { tag: ID, count });

interface Story {
  readonly game: FakeService;
  readonly hand: FakeStack;
  /** Puts one of what is in the hand into the world, as a game server does. */
  readonly place: (x: number) => void;
  readonly alerts: () => string[];
}

async function storyOf(config = "", isInCreative = false): Promise<Story> {
  const game = await startedService({ config });
  const hand = box();
  const alex = Object.assign(join(game, "Alex", { slots: [hand] }), { isInCreative });
  await play(game, 3);
  const place = (x: number) => {
    if (!isInCreative) hand.count--;
    if (hand.count === 0) alex.slots[0] = undefined;
    const location = { world: "world", x, y: 64, z: 0 };
    game.doubletake.report({
      kind: "interaction",
      player: alex,
      item: new FakeItem(hand),
      action: "BLOCK_PLACE",
      location,
    });
  };
  return { game, hand, place, alerts: () => game.outside.sent.map(({ type, player }) => `${type} ${player}`) };
}

describe("a box that cannot be stacked and is placed", () => {
  it("has left the hand, and nobody is accused", async () => {
    const { game, place, alerts } = await storyOf();
    place(1);
    await play(game, 40);
    assert.deepEqual(alerts(), []);
  });

  it("was made two before, within the tick: one is a block, the other is still there, and that is proven", async () => {
    const { game, hand, place, alerts } = await storyOf();
    hand.count = 2;
    place(1);
    await play(game, 2);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM Alex"]);
    const [alert] = game.outside.sent;
    assert.deepEqual(alert!.locations, ["world:1,64,0", "world:0,64,0"]);
    await play(game, 60);
    assert.equal(alerts().length, 1, "told once");
  });

  it("was made two, and both are blocks now", async () => {
    const { game, hand, place, alerts } = await storyOf();
    hand.count = 2;
    place(1);
    place(2);
    await play(game, 2);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM Alex"]);
    await play(game, 60);
    assert.deepEqual(
      game.log.lines.filter((line) => line.startsWith("error")),
      [],
    );
  });

  it("is told of twice: one block is one box", async () => {
    const { game, hand, place, alerts } = await storyOf();
    place(1);
    hand.count = 1;
    place(1);
    await play(game, 40);
    assert.deepEqual(alerts(), []);
  });

  it("stays in the hand in creative mode, and where its material is exempt", async () => {
    const creative = await storyOf("", true);
    creative.place(1);
    await play(creative.game, 40);
    assert.deepEqual(creative.alerts(), []);
    const exempt = await storyOf("exempt-materials: [SHULKER_BOX]");
    exempt.hand.count = 2;
    exempt.place(1);
    await play(exempt.game, 40);
    assert.deepEqual(exempt.alerts(), []);
  });
});
