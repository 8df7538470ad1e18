import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { type FakeService, startedService } from "../../testing/fake-service.ts";
import { join, play } from "../../testing/story.ts";
import { blockPlace } from "../place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });

describe("an item that a client wrote", () => {
  it("with an id that the store does not know loses it, and is a FORGED_ID of HIGH", async () => {
    const game = await startedService();
    const written = await write(game);
    assert.equal(written.tag, undefined);
    assert.deepEqual(
      game.outside.sent.map(({ type, severity, player, itemId }) => [type, severity, player, itemId]),
      [["FORGED_ID", "HIGH", "Alex", fakeId(77)]],
    );
  });

  it("with an id that the store knows is no forgery, although the item is out of sight", async () => {
    const game = await startedService();
    await game.store.recordSeen(fakeId(77));
    await write(game);
    assert.deepEqual(game.outside.sent, []);
  });
});

describe("an id that the store does not know, found in world data", () => {
  it("is adopted with a console line, and never an alert", async () => {
    const game = await startedService({ config: "alerts: { min-severity: LOW }" });
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 300);
    assert.equal(game.platform.chest(CHEST)[0]?.tag, fakeId(77));
    assert.equal((await game.store.firstSighting(fakeId(77)))?.material, "minecraft:diamond_sword");
    assert.deepEqual(game.outside.sent, []);
    assert.deepEqual(game.log.lines, [
      "info: 1 items carry an id that the store does not know; they are followed from here on.",
    ]);
  });
});

/** What becomes of a sword that Alex's client wrote. */
async function write(game: FakeService) {
  const alex = join(game, "Alex");
  const stack = sword();
  game.doubletake.report({ kind: "authored-item", player: alex, item: new FakeItem(stack) });
  await play(game);
  return stack;
}
