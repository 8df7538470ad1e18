import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, fakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { blockPlace } from "../../model/place.ts";
import { MAX_DEPTH } from "../../tagging/contents.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });
const boxOf = (...slots: FakeStack[]) => fakeStack("shulker_box", { inside: { kind: "shulker-box", slots } });

describe("an item that a client wrote", () => {
  it("with an id that the store does not know loses it, and is a FORGED_ID of HIGH", async () => {
    const game = await startedService();
    const written = await write(game);
    assert.notEqual(written.tag, undefined);
    assert.notEqual(written.tag, fakeId(77));
    assert.deepEqual(
      game.outside.sent.map(({ type, severity, player, itemId }) => [type, severity, player, itemId]),
      [["FORGED_ID", "HIGH", "Alex", fakeId(77)]],
    );
    assert.equal(await game.store.firstSighting(fakeId(77)), undefined, "it was not adopted meanwhile");
  });

  it("before the store is open is asked about when it is: nothing is adopted meanwhile", async () => {
    const game = fakeService({ store: undefined });
    const alex = join(game, "Alex");
    const stack = sword();
    alex.slots[0] = stack;
    game.doubletake.report({ kind: "authored-item", player: alex, item: new FakeItem(stack) });
    await play(game, 5);
    await game.doubletake.connect(new MemoryStore({ clock: game.clock }));
    await play(game, 40);
    assert.notEqual(stack.tag, fakeId(77));
    assert.deepEqual(
      game.outside.sent.map(({ type }) => type),
      ["FORGED_ID"],
    );
  });

  it("with the same forged id again is told again, after a minute", async () => {
    const game = await startedService();
    await write(game);
    await play(game, 60 * 20);
    const again = sword();
    await write(game, again);
    assert.notEqual(again.tag, fakeId(77));
    assert.deepEqual(
      game.outside.sent.map(({ type }) => type),
      ["FORGED_ID", "FORGED_ID"],
    );
  });

  it("with an id that the store knows keeps it, although the item is out of sight", async () => {
    const game = await startedService();
    await game.store.recordSeen(fakeId(77));
    const written = await write(game);
    assert.equal(written.tag, fakeId(77));
    assert.deepEqual(game.outside.sent, []);
  });

  for (const isInCreative of [false, true]) {
    const mode = isInCreative ? "creative mode" : "survival";
    it(`with the id of an item whose owner is away is a claim on it, in ${mode}: nothing is replaced in silence`, async () => {
      const game = await startedService({ config: "creative-copies: alert" });
      const bea = join(game, "Bea", { slots: [sword()] });
      await play(game, 40);
      quit(game, bea);
      await play(game, 40);
      const written = await write(game, sword(), { isInCreative });
      assert.equal(written.tag, fakeId(77));
      assert.deepEqual(
        game.outside.sent.map(({ type, player }) => [type, player]),
        [["DUPLICATE_SUSPECTED", "Alex"]],
      );
    });
  }

  it("is clicked before the store has answered: a forged id does not become a real one by that", async () => {
    const game = await startedService();
    const alex = join(game, "Alex");
    const stack = sword();
    game.doubletake.report({ kind: "authored-item", player: alex, item: new FakeItem(stack) });
    alex.slots[0] = stack;
    act(game, alex, new FakeItem(stack), [], "INVENTORY_CLICK");
    await play(game, 3);
    assert.notEqual(stack.tag, fakeId(77));
    assert.deepEqual(
      game.outside.sent.map(({ type }) => type),
      ["FORGED_ID"],
    );
  });

  it("is looked into: what is in boxes loses forged ids as well, and all of them are one alert", async () => {
    const game = await startedService();
    await game.store.recordSeen(fakeId(78));
    const bow = fakeStack("bow", { tag: fakeId(78) });
    const written = await write(game, boxOf(bow, boxOf(sword(), fakeStack("trident", { tag: fakeId(79) }))));
    const [keptBow, innerBox] = written.inside!.slots;
    assert.equal(keptBow?.tag, fakeId(78));
    for (const { tag } of innerBox!.inside!.slots as FakeStack[]) {
      assert.notEqual(tag, undefined);
      assert.ok(![fakeId(77), fakeId(79)].includes(tag!), tag);
    }
    assert.deepEqual(
      game.outside.sent.map(({ type, itemId, material }) => [type, itemId, material]),
      [["FORGED_ID", fakeId(77), "DIAMOND_SWORD"]],
    );
  });

  it("with something that is no id at all loses it at once", async () => {
    const game = await startedService();
    const stack = fakeStack("elytra", { tag: "no id at all" });
    game.doubletake.report({ kind: "authored-item", player: join(game, "Alex"), item: new FakeItem(stack) });
    assert.equal(stack.tag, undefined);
    assert.deepEqual(
      game.outside.sent.map(({ type, itemId }) => [type, itemId]),
      [["FORGED_ID", "no id at all"]],
    );
  });

  it("keeps the known ids inside it: they are judged by evidence", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: false" });
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 450);
    const written = await write(game, boxOf(sword()), { ticks: 40 });
    assert.equal(written.inside?.slots[0]?.tag, fakeId(77));
    assert.deepEqual(
      game.outside.sent.map(({ type }) => type),
      ["DUPLICATE_ITEM"],
    );
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

  it("outside creative mode, and refused, is told once a minute", async () => {
    const game = await startedService();
    const alex = join(game, "Alex");
    for (let time = 0; time < 100; time++) {
      const item = new FakeItem(fakeStack("diamond_sword"));
      game.doubletake.report({ kind: "authored-item", player: alex, item, isRefused: true, copyOf: fakeId(5) });
      game.doubletake.report({ kind: "authored-item", player: alex, item, isRefused: true });
    }
    assert.deepEqual(
      game.outside.sent.map(({ type, severity, player, itemId }) => [type, severity, player, itemId]),
      [
        ["FORGED_ID", "HIGH", "Alex", fakeId(5)],
        ["FORGED_ID", "HIGH", "Alex", NIL_UUID],
      ],
    );
    assert.match(game.outside.sent[0]!.details, /sent a copy of an item, outside creative mode; it was refused/);
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

/** What becomes of an item, a sword unless told, that Alex's client wrote into one of his slots. */
async function write(game: FakeService, stack = sword(), { isInCreative = false, ticks = 3 } = {}) {
  const alex = Object.assign(join(game, "Alex"), { isInCreative });
  game.doubletake.report({ kind: "authored-item", player: alex, item: new FakeItem(stack) });
  alex.slots[0] = stack;
  await play(game, ticks);
  return stack;
}
