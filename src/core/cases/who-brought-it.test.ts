import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { startedService } from "../../testing/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

const HERE = { world: "world", x: 5, y: 64, z: 5 };
const FAR = { world: "world", x: 300, y: 64, z: 5 };
const CHEST = blockPlace(HERE);
const GROUND = groundPlace(HERE);
const UNTIL_TOLD = GRACE_TICKS + 8;

describe("on-proven commands do not run on somebody", () => {
  for (const isReported of [true, false])
    it(`who picks up the item itself in the tick in which a copy comes to light, ${isReported ? "in somebody's hands" : "seen by a scan"}`, async () => {
      const { game, bo, cheat, original, lines } = await start();
      const entity = game.platform.drop(original, HERE);
      act(game, bo, new FakeItem(original), [GROUND], "DROP");
      bo.slots[0] = undefined;
      await play(game, 60);
      bo.slots[0] = game.platform.pickUp(entity);
      act(game, bo, new FakeItem(original), [GROUND], "PICKUP");
      cheat.slots[0] = sword();
      if (isReported) act(game, cheat, new FakeItem(cheat.slots[0]), [groundPlace(cheat.at)]);
      else game.doubletake.report({ kind: "sighting", place: cheat.place, action: "SCAN", player: cheat });
      await play(game, UNTIL_TOLD);
      assert.ok(!lines().includes("ban Bo"), lines().join());
    });

  it("who takes the item out of a chest while somebody else puts a copy in", async () => {
    const { game, bo, cheat, original, lines } = await start();
    const [chest, copy] = [game.platform.chest(CHEST), sword()];
    [chest[0], bo.slots[0]] = [original, undefined];
    act(game, bo, new FakeItem(original), [CHEST]);
    await play(game, 60);
    [bo.slots[0], chest[0]] = [original, copy];
    act(game, cheat, new FakeItem(copy), [CHEST]);
    act(game, bo, new FakeItem(original), [CHEST]);
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), []);
  });

  it("who walks over a copy that a dropper threw", async () => {
    const { game, cheat, original, lines } = await start();
    const walker = join(game, "Walker", { at: FAR });
    await play(game, 60);
    const entity = game.platform.drop(sword(), FAR);
    await play(game, 2);
    walker.slots[0] = game.platform.pickUp(entity);
    act(game, walker, new FakeItem(walker.slots[0]), [groundPlace(FAR)], "PICKUP");
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), []);
    assert.deepEqual([original.count, cheat.slots[0]], [1, undefined]);
  });
});

it("on-proven commands run on whoever brought the copy", async () => {
  const { game, cheat, lines } = await start();
  cheat.slots[0] = sword();
  act(game, cheat, new FakeItem(cheat.slots[0]));
  await play(game, UNTIL_TOLD);
  assert.deepEqual(lines(), ["ban Cheat"]);
});

async function start() {
  const game = await startedService({ config: 'on-proven: ["ban {player}"]' });
  const original = sword();
  const bo = join(game, "Bo", { slots: [original], at: HERE });
  const cheat = join(game, "Cheat", { at: FAR });
  await play(game, 450);
  return { game, bo, cheat, original, lines: () => game.platform.consoleCommands };
}

function sword(): FakeStack {
  return fakeStack("diamond_sword", { tag: fakeId(7) });
}
