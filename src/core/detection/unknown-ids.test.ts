import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { type FakeService, startedService } from "../../testing/fake-service.ts";
import { join, play } from "../../testing/story.ts";
import { blockPlace } from "../place.ts";
import { MAX_DEPTH } from "../tagging/contents.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });
const boxOf = (...slots: FakeStack[]) => fakeStack("shulker_box", { inside: { kind: "shulker-box", slots } });

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

  it("is looked into: what is in boxes loses forged ids as well, and all of them are one alert", async () => {
    const game = await startedService();
    await game.store.recordSeen(fakeId(78));
    const bow = fakeStack("bow", { tag: fakeId(78) });
    const elytra = fakeStack("elytra", { tag: "no id at all" });
    const written = await write(game, boxOf(bow, boxOf(sword()), elytra));
    const [keptBow, innerBox, keptElytra] = written.inside!.slots;
    assert.deepEqual(
      [keptBow?.tag, innerBox?.inside?.slots[0]?.tag, keptElytra?.tag],
      [undefined, undefined, undefined],
    );
    assert.deepEqual(
      game.outside.sent.map(({ type, itemId, material }) => [type, itemId, material]),
      [["FORGED_ID", fakeId(77), "DIAMOND_SWORD"]],
    );
  });

  it("keeps the known ids inside it when its player may not copy: they are judged by evidence", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: false" });
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 450);
    const written = await write(game, boxOf(sword()));
    assert.equal(written.inside?.slots[0]?.tag, fakeId(77));
    assert.deepEqual(game.outside.sent, []);
  });

  it("loses every id that lies deeper than any look goes, although it is known", async () => {
    const game = await startedService();
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 450);
    let nested = sword();
    for (let depth = 0; depth <= MAX_DEPTH; depth++) nested = boxOf(nested);
    let innermost: FakeStack | undefined = await write(game, nested);
    while (innermost?.inside) innermost = innermost.inside.slots[0];
    assert.equal(innermost?.tag, undefined);
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

/** What becomes of an item, a sword unless told, that Alex's client wrote. */
async function write(game: FakeService, stack = sword()) {
  const alex = join(game, "Alex");
  game.doubletake.report({ kind: "authored-item", player: alex, item: new FakeItem(stack) });
  await play(game);
  return stack;
}
