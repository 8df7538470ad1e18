import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, putAway, quit } from "../../testing/unpublished/story.ts";
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

  it("who takes a copy out of a chest in the tick in which somebody else puts it in", async () => {
    const { game, bo, cheat, lines } = await start();
    const copy = sword();
    act(game, cheat, new FakeItem(copy), [CHEST]);
    bo.slots[1] = copy;
    act(game, bo, new FakeItem(copy), [CHEST]);
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), []);
  });

  it("who drops the item itself in the tick in which a dropper throws a copy beside it", async () => {
    const { game, bo, original, lines } = await start();
    game.platform.drop(original, HERE);
    bo.slots[0] = undefined;
    act(game, bo, new FakeItem(original), [GROUND], "DROP");
    game.platform.drop(sword(), HERE);
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

describe("on-proven commands do not run on somebody who uses up the item itself", () => {
  it("in the tick in which a copy comes to light in a chest", async () => {
    const { game, bo, cheat, lines } = await start();
    game.platform.chest(CHEST)[0] = sword();
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: cheat });
    useUp(game, bo);
    await play(game, UNTIL_TOLD);
    assert.equal(game.outside.sent[0]?.type, "DUPLICATE_ITEM");
    assert.deepEqual(lines(), []);
  });

  it("after somebody else brought a copy: that one did it", async () => {
    const { game, bo, cheat, lines } = await start();
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    act(game, cheat, new FakeItem(chest[0]), [CHEST]);
    await play(game, 2);
    useUp(game, bo);
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), ["ban Cheat"]);
  });

  it("out of a chest, while somebody else puts a copy in", async () => {
    const { game, bo, cheat, original, lines } = await start();
    const chest = game.platform.chest(CHEST);
    [chest[0], bo.slots[0]] = [original, undefined];
    act(game, bo, new FakeItem(original), [CHEST]);
    await play(game, 60);
    act(game, bo, new FakeItem(original), [CHEST]);
    useUp(game, bo);
    chest[0] = sword();
    act(game, cheat, new FakeItem(chest[0]), [CHEST]);
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), []);
  });

  it("in the tick in which the cheat leaves with the copy", async () => {
    const { game, bo, cheat, lines } = await start();
    cheat.slots[0] = sword();
    game.doubletake.report({ kind: "sighting", place: cheat.place, action: "SCAN" });
    await play(game, 2);
    quit(game, cheat);
    useUp(game, bo);
    await play(game, 40);
    join(game, "Cheat", { slots: [sword()], at: FAR });
    await play(game, UNTIL_TOLD);
    assert.equal(game.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
    assert.deepEqual(lines(), []);
  });

  it("after a copy of it was used up, and that case was closed", async () => {
    const { game, bo, cheat, lines } = await start();
    useUp(game, cheat);
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), ["ban Cheat"]);
    await game.doubletake.staffActs.confirm(1, "Staff");
    await play(game, 100);
    useUp(game, bo);
    await play(game, UNTIL_TOLD);
    assert.deepEqual(lines(), ["ban Cheat"]);
  });
});

describe("on-proven commands do not run on somebody, although so many copies turn up that some are examined later,", () => {
  it("who only moved the item itself, and moves it once more", async () => {
    const { game, bo, cheat, original, lines } = await start();
    flood(game);
    [cheat.slots[0], cheat.slots[1]] = [sword(), fakeStack("bow")];
    act(game, cheat, new FakeItem(cheat.slots[1]!), [groundPlace(FAR)]);
    const chest = putAway(game, bo, CHEST);
    await play(game, 1);
    [bo.slots[0], chest[0]] = [original, undefined];
    act(game, bo, new FakeItem(original), [CHEST]);
    await play(game, UNTIL_TOLD);
    assert.ok(!lines().includes("ban Bo"), lines().join());
  });

  it("who walks over a copy, and puts it away in the next tick", async () => {
    const { game, bo, lines } = await start();
    const walker = join(game, "Walker", { at: HERE });
    await play(game, 60);
    const entity = game.platform.drop(sword(), HERE);
    flood(game);
    walker.slots[0] = game.platform.pickUp(entity);
    act(game, walker, new FakeItem(walker.slots[0]), [GROUND], "PICKUP");
    await play(game, 1);
    putAway(game, walker, CHEST);
    await play(game, UNTIL_TOLD);
    assert.ok(!lines().includes("ban Walker"), lines().join());
    assert.ok(bo.slots[0]);
  });

  it("except on whoever brought one, also when somebody else has it by then", async () => {
    const { game, bo, cheat, lines } = await start();
    flood(game);
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    act(game, cheat, new FakeItem(chest[0]), [CHEST]);
    await play(game, 1);
    const victim = join(game, "Victim", { slots: [chest[0]] });
    chest[0] = undefined;
    act(game, victim, new FakeItem(victim.slots[0]!), [CHEST]);
    await play(game, UNTIL_TOLD);
    assert.ok(lines().includes("ban Cheat") && !lines().includes("ban Victim"), lines().join());
    assert.ok(bo.slots[0]);
  });
});

it("on-proven commands do not run on somebody who walks over a copy, and puts it away in the same tick", async () => {
  const { game, lines } = await start();
  const walker = join(game, "Walker", { at: FAR });
  await play(game, 60);
  const copy = sword();
  act(game, walker, new FakeItem(copy), [groundPlace(FAR)], "PICKUP");
  walker.slots[0] = copy;
  putAway(game, walker, CHEST);
  await play(game, UNTIL_TOLD);
  assert.equal(game.outside.sent[0]?.type, "DUPLICATE_ITEM");
  assert.deepEqual(lines(), []);
});

it("nor on somebody who walks over a copied box, whose contents are so many that they wait, and then moves it", async () => {
  const { game, lines } = await start();
  const walker = join(game, "Walker", { at: FAR });
  const full = () => {
    const inside = Array.from({ length: 300 }, (_, at) => fakeStack("diamond_sword", { tag: fakeId(2000 + at) }));
    return fakeStack("shulker_box", { inside: { kind: "shulker-box", slots: inside } });
  };
  game.platform.chest(CHEST)[0] = full();
  await play(game, 450);
  const entity = game.platform.drop({ ...full(), tag: fakeId(1999) }, FAR);
  walker.slots[0] = game.platform.pickUp(entity);
  act(game, walker, new FakeItem(walker.slots[0]), [groundPlace(FAR)], "PICKUP");
  await play(game, 1);
  [walker.slots[1], walker.slots[0]] = [walker.slots[0], undefined];
  act(game, walker, new FakeItem(walker.slots[1]!), [], "INVENTORY_CLICK");
  await play(game, UNTIL_TOLD + 20);
  assert.equal(game.outside.sent[0]?.type, "DUPLICATE_ITEM");
  assert.deepEqual(lines(), []);
});

it("on-proven commands do not run on whoever moves the item after a copy of it was used up, and another turns up", async () => {
  const { game, bo, cheat, original, lines } = await start();
  useUp(game, cheat);
  await play(game, UNTIL_TOLD);
  await game.doubletake.staffActs.confirm(1, "Staff");
  putAway(game, bo, CHEST);
  await play(game, 60);
  cheat.slots[0] = sword();
  game.doubletake.report({ kind: "sighting", place: cheat.place, action: "SCAN", player: cheat });
  await play(game, UNTIL_TOLD);
  assert.equal(game.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
  assert.deepEqual([lines(), original.count], [["ban Cheat"], 1]);
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
  game.outside.hearsFrom = "HIGH";
  const original = sword();
  const bo = join(game, "Bo", { slots: [original], at: HERE });
  const cheat = join(game, "Cheat", { at: FAR });
  await play(game, 450);
  return { game, bo, cheat, original, lines: () => game.platform.consoleCommands };
}

/** So many copies turn up that a tick end does not come to those that turn up after them. */
function flood(game: FakeService): void {
  const flooder = join(game, "Flooder", { at: FAR });
  const many = blockPlace(FAR);
  for (let copy = 0; copy < 80; copy++)
    game.platform.chest(many)[copy] = fakeStack("diamond_sword", { tag: fakeId(1000 + (copy >> 1)) });
  act(game, flooder, new FakeItem(game.platform.chest(many)[0]!), [many]);
}

/** Whatever the player has in the first slot is used up. */
function useUp(game: FakeService, player: FakePlayer): void {
  player.slots[0] = undefined;
  const item = new FakeItem({ ...sword(), count: 0 });
  game.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: player.location(), player });
}

function sword(): FakeStack {
  return fakeStack("diamond_sword", { tag: fakeId(7) });
}
