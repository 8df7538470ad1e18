import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_TOLD = GRACE_TICKS + 8;
const CONFIG = 'on-proven: ["ban {player}"]';

describe("on-proven commands do not run on somebody who only takes a copy that was brought before", () => {
  it("the server was restarted", async () => {
    const { game, bo } = await start();
    await game.doubletake.stop();
    const again = await startedService({ config: CONFIG, store: game.store, clock: game.clock });
    again.outside.hearsFrom = "HIGH";
    join(again, "Bo", { slots: [bo.slots[0]] });
    again.platform.chest(CHEST)[0] = sword();
    const finder = join(again, "Finder");
    take(again, finder);
    await play(again, UNTIL_TOLD);
    assert.equal(again.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
    assert.deepEqual(again.platform.consoleCommands, []);
  });

  for (const isBoFirst of [true, false])
    it(`both copies went dark, and the ${isBoFirst ? "item" : "copy"} is back first`, async () => {
      const { game, bo } = await start();
      quit(game, bo);
      game.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
      game.platform.darken(CHEST);
      await play(game, 60);
      const back = () => join(game, "Bo", { slots: [bo.slots[0]] });
      const finder = join(game, "Finder");
      await play(game, 5);
      if (isBoFirst) back();
      await play(game, 5);
      game.platform.lighten(CHEST);
      take(game, finder);
      await play(game, 5);
      if (!isBoFirst) back();
      await play(game, UNTIL_TOLD);
      assert.equal(game.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
      assert.deepEqual(game.platform.consoleCommands, []);
    });

  it("it is used up by then, and the item comes back in its owner's hands, who moves it at once", async () => {
    const { game, bo, cheat } = await start();
    quit(game, bo);
    await play(game, 5);
    game.platform.chest(CHEST)[0] = undefined;
    const item = new FakeItem({ ...sword(), count: 0 });
    game.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: cheat.location(), player: cheat });
    await play(game, 40);
    const again = join(game, "Bo", { slots: [bo.slots[0]] });
    act(game, again, new FakeItem(again.slots[0]!), [], "INVENTORY_CLICK");
    await play(game, UNTIL_TOLD);
    assert.equal(game.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
    assert.ok(!game.platform.consoleCommands.includes("ban Bo"));
  });
});

/** Bo has an item, and the cheat has just put a copy of it into a chest. */
async function start() {
  const game = await startedService({ config: CONFIG });
  game.outside.hearsFrom = "HIGH";
  const bo = join(game, "Bo", { slots: [sword()] });
  const cheat = join(game, "Cheat");
  await play(game, 450);
  const chest = game.platform.chest(CHEST);
  chest[0] = sword();
  act(game, cheat, new FakeItem(chest[0]), [CHEST]);
  await play(game, 3);
  return { game, bo, cheat };
}

function take(game: FakeService, player: FakePlayer): void {
  const chest = game.platform.chest(CHEST);
  [player.slots[0], chest[0]] = [chest[0], undefined];
  act(game, player, new FakeItem(player.slots[0]!), [CHEST]);
}

function sword(): FakeStack {
  return fakeStack("diamond_sword", { tag: fakeId(7) });
}
