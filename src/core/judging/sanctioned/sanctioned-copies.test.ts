import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../../model/place.ts";

const WATCH_ONLY = "auto-remove-duplicates: false\n";
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_JUDGED = GRACE_TICKS + 3;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });

describe("a copy that a creative player has", () => {
  it("silently gets a fresh id with creative-copies: reassign", async () => {
    const { game, tags, staff } = await copied("creative-copies: reassign\n", true);
    assert.deepEqual(tags(), [fakeId(77), fakeId(1)]);
    assert.deepEqual(game.outside.sent, []);
    assert.deepEqual(staff.heard, []);
  });

  it("is left alone with creative-copies: ignore", async () => {
    const { game, tags } = await copied("creative-copies: ignore\n", true);
    assert.deepEqual(typesOf(game), []);
    assert.deepEqual(tags(), [fakeId(77), fakeId(77)]);
  });

  it("is judged like any other with creative-copies: alert", async () => {
    const { game, tags } = await copied("creative-copies: alert\n", true);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
    assert.deepEqual(tags(), [fakeId(77), fakeId(77)]);
  });
});

describe("a copy that a survival player has made", () => {
  it("is no creative one because it is put into a creative player's inventory", async () => {
    const { game, ben, carl } = await withCreativeCarl();
    const copy = sword();
    carl.slots[3] = copy;
    act(game, ben, new FakeItem(copy), [carl.place]);
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(77));
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("is none because a creative player picks it up after it was thrown", async () => {
    const { game, ben, carl } = await withCreativeCarl();
    const copy = sword();
    const at = carl.location();
    const entity = game.platform.drop(copy, at);
    act(game, ben, new FakeItem(copy), [groundPlace(at)], "DROP");
    await play(game, 5);
    game.platform.pickUp(entity);
    carl.slots[3] = copy;
    act(game, carl, new FakeItem(copy), [groundPlace(at)], "PICKUP");
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(77));
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("is none because that player leaves with it at once", async () => {
    const { game, ben, carl } = await withCreativeCarl();
    const copy = sword();
    const at = carl.location();
    const entity = game.platform.drop(copy, at);
    act(game, ben, new FakeItem(copy), [groundPlace(at)], "DROP");
    await play(game, 5);
    game.platform.pickUp(entity);
    carl.slots[3] = copy;
    act(game, carl, new FakeItem(copy), [groundPlace(at)], "PICKUP");
    await play(game, 1);
    quit(game, carl);
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(77));
  });

  it("is none because it is carried into a sanctioned or exempt world", async () => {
    for (const setting of ["sanctioned-sources", "exempt-worlds"]) {
      const game = await startedService({ config: `${WATCH_ONLY}${setting}: [lobby]\n` });
      join(game, "Alex", { slots: [sword()] });
      await play(game);
      const bea = join(game, "Bea", { slots: [sword()] });
      await play(game, 3);
      bea.at = { world: "lobby", x: 0, y: 64, z: 0 };
      await play(game, UNTIL_JUDGED);
      assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"], setting);
    }
  });

  it("is none because it is put into an inventory that is a sanctioned source", async () => {
    const game = await startedService({ config: `${WATCH_ONLY}sanctioned-sources: ["${CHEST}"]\n` });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game);
    const copy = sword();
    game.platform.chest(CHEST)[0] = copy;
    act(game, alex, new FakeItem(copy), [CHEST]);
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(77));
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });
});

describe("a copy that nobody announced", () => {
  it("is judged by evidence when its player is not in creative mode, whatever creative-copies says", async () => {
    for (const choice of ["reassign", "alert", "ignore"]) {
      const { game } = await copied(`creative-copies: ${choice}\n`, false);
      assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"], choice);
    }
  });
});

describe("a copy from one of the sanctioned-sources", () => {
  it("gets a fresh id when its inventory is named, and the original keeps its own", async () => {
    const game = await startedService({ config: `${WATCH_ONLY}sanctioned-sources: ["${CHEST}"]\n` });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game);
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 200 + UNTIL_JUDGED);
    assert.deepEqual([alex.slots[0]?.tag, game.platform.chest(CHEST)[0]?.tag], [fakeId(77), fakeId(1)]);
    assert.deepEqual(game.outside.sent, []);
  });

  it("gets a fresh id when the cause by which it came is named, and is judged when another one is", async () => {
    for (const [cause, expected] of [
      ["KIT", []],
      ["SHOP", ["DUPLICATE_ITEM"]],
    ] as const) {
      const game = await startedService({ config: `${WATCH_ONLY}sanctioned-sources: [${cause}]\n` });
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game);
      const box = fakeStack("shulker_box", { inside: { kind: "shulker-box", slots: [sword()] } });
      const bea = join(game, "Bea", { slots: [box] });
      game.doubletake.api.tagAndLog(bea, new FakeItem(box), "KIT", bea.location());
      await play(game, UNTIL_JUDGED);
      assert.deepEqual(typesOf(game), expected, cause);
      assert.equal(alex.slots[0]?.tag, fakeId(77), cause);
      assert.equal(box.inside?.slots[0]?.tag === fakeId(77), expected.length > 0, cause);
    }
  });

  it("gets a fresh id when its world is named, and is judged when another one is", async () => {
    for (const [world, expected] of [
      ["lobby", []],
      ["arena", ["DUPLICATE_ITEM"]],
    ] as const) {
      const game = await startedService({ config: `${WATCH_ONLY}sanctioned-sources: [${world}]\n` });
      join(game, "Alex", { slots: [sword()] });
      await play(game);
      const bea = join(game, "Bea", { slots: [sword()], at: { world: "lobby", x: 0, y: 64, z: 0 } });
      await play(game, UNTIL_JUDGED);
      assert.deepEqual(typesOf(game), expected, world);
      assert.equal(bea.slots[0]?.tag === fakeId(77), expected.length > 0, world);
    }
  });
});

async function withCreativeCarl() {
  const game = await startedService({ config: WATCH_ONLY });
  const ben = join(game, "Ben", { slots: [sword()] });
  const carl = join(game, "Carl");
  carl.isInCreative = true;
  await play(game, 3);
  return { game, ben, carl };
}

/** Alex has a sword, and then another one with the same id. */
async function copied(config: string, isInCreative: boolean) {
  const game = await startedService({ config: WATCH_ONLY + config });
  const staff = join(game, "Staff", { permissions: ["doubletake.alerts"] });
  const alex = join(game, "Alex", { slots: [sword()] });
  alex.isInCreative = isInCreative;
  await play(game);
  alex.slots[1] = sword();
  game.doubletake.report({ kind: "sighting", place: alex.place, action: "CREATIVE", player: alex });
  await play(game, UNTIL_JUDGED);
  return { game, staff, tags: () => alex.slots.slice(0, 2).map((stack) => stack?.tag) };
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type);
}
