import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { MemoryDatabase } from "../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import {
  diamondBlocks as blocks,
  DIAMONDS_WATCHED,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
  withDiamondBlocks,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// What honest players did, and were told to have created: each time something was taken for certain that is not.

const AT = { world: "world", x: 0, y: 64, z: 0 };
const GROUND = groundPlace(AT);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

test("a gift is left for what nothing else explains, although something else that came before could be the gift", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(10);
  const alice = join(service, "Alice");
  const look = () => service.doubletake.report({ kind: "sighting", place: alice.place, action: "SCAN", player: alice });
  await play(service, 30);
  slots[0] = undefined;
  alice.slots[0] = diamonds(10);
  look();
  await play(service, 8);
  const given = { places: [alice.place], material: "diamond", amount: 10 };
  service.doubletake.api.announce({ cause: "a kit", ...given });
  await play(service, 6);
  alice.slots[1] = diamonds(10);
  look();
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what comes out of hands in which there is too much to count is no gain", async () => {
  const boxed = (depth: number): FakeStack => {
    const box = fakeStack("shulker_box");
    box.inside!.slots[0] = depth === 1 ? diamonds(3) : boxed(depth - 1);
    return box;
  };
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const alice = join(service, "Alice", { slots: [diamonds(20), boxed(18)] });
  await play(service, 30);
  await open(service, alice, CHEST);
  [slots[0], alice.slots[0]] = [alice.slots[0], undefined];
  act(service, alice, new FakeItem(slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  alice.slots[1] = undefined;
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

for (const playerData of ["shared", "separate"]) {
  const isShared = playerData === "shared";
  test(`what a player brings from another server is ${isShared ? "no" : "a"} gain when inventories are ${playerData}`, async () => {
    const clock = new HandClock();
    const database = new MemoryDatabase({ clock });
    const config = `${DIAMONDS_WATCHED}network:\n  player-data: ${playerData}\n`;
    const start = (serverName: string) => {
      const store = new MemoryStore({ clock, database, serverName });
      return startedService({ config, platform: withDiamondBlocks(), clock, serverName, store });
    };
    const [lobby, survival] = [await start("lobby"), await start("survival")];
    const both = async (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) for (const server of [lobby, survival]) await play(server, 1, 25);
    };
    for (const [server, count] of [
      [lobby, 5],
      [survival, 35],
      [lobby, 35],
    ] as const) {
      const alice = join(server, "Alice", { slots: [diamonds(count)] });
      await both(100);
      quit(server, alice);
      await both(20);
    }
    assert.equal(told(lobby).length, isShared ? 0 : 1);
  });
}

test("what is made by one of several recipes took no more than all of them take", async () => {
  const platform = withDiamondBlocks();
  platform.recipes.set("JUKEBOX", [
    { makes: 1, from: [{ anyOf: ["diamond"], count: 5 }] },
    { makes: 1, from: [{ anyOf: ["stick"], count: 5 }] },
  ]);
  const service = await startedService({ config: DIAMONDS_WATCHED, platform });
  const slots = service.platform.chest(CHEST);
  const alice = join(service, "Alice", { slots: [diamonds(20), fakeStack("stick", { count: 5 })] });
  await play(service, 30);
  await open(service, alice, CHEST);
  [slots[0], alice.slots[0]] = [alice.slots[0], undefined];
  alice.slots[1] = fakeStack("jukebox", { maxStackSize: 64 });
  act(service, alice, new FakeItem(slots[0]!), [CHEST]);
  act(service, alice, new FakeItem(alice.slots[1]), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("of what lay on a ground that nobody had looked at, one part can be picked up and another stay", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  await play(service, 30);
  const [one] = [10, 10].map((count) => service.platform.drop(diamonds(count), AT));
  alice.slots[0] = service.platform.pickUp(one!);
  act(service, alice, new FakeItem(alice.slots[0]), [GROUND], "PICKUP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who picked something up without a word may be far away when something falls there, and is seen", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const lying = service.platform.drop(diamonds(2), AT);
  await play(service, 33);
  alice.slots[0] = service.platform.pickUp(lying);
  act(service, alice, new FakeItem(alice.slots[0]));
  alice.at = { ...AT, x: 200 };
  service.platform.drop(diamonds(3), AT);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK" });
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what a player got where nothing is judged is no gain, although the player has left before anybody looked", async () => {
  const config = `${DIAMONDS_WATCHED}exempt-worlds:\n  - arena\n`;
  const service = await startedService({ config, platform: withDiamondBlocks() });
  const alice = join(service, "Alice");
  alice.at = { ...AT, world: "arena" };
  await play(service, 30);
  alice.slots[0] = diamonds(20);
  alice.at = AT;
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a stack of blocks that an act moves is as heavy as blocks are, although diamonds were made of them at once", async () => {
  const service = await game();
  service.platform.chest(CHEST)[0] = blocks(10);
  const alice = join(service, "Alice");
  await play(service, 30);
  // Ten were taken out, and something has brought ten since the last look.
  [alice.slots[0], alice.slots[1]] = [diamonds(64), diamonds(26)];
  act(service, alice, new FakeItem(blocks(10)), [CHEST]);
  act(service, alice, new FakeItem(alice.slots[0]), [], "CRAFTED");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

for (const again of ["going-dark", "sighting"] as const) {
  test(`what a chest holds that goes dark is no gain when it is looked at once more in that tick (${again})`, async () => {
    const service = await game();
    const slots = service.platform.chest(CHEST);
    slots[0] = diamonds(40);
    const alice = join(service, "Alice", { slots: [diamonds(5)] });
    await play(service, 30);
    await open(service, alice, CHEST);
    alice.slots[0]!.count = 4;
    slots[1] = diamonds(1);
    act(service, alice, new FakeItem(alice.slots[0]!), [CHEST]);
    service.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    service.doubletake.report({ kind: again, place: CHEST, action: "SCAN" });
    if (again === "going-dark") service.platform.darken(CHEST);
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

test("a drop that is told twice in two ticks is one drop, although as much falls there meanwhile", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: [diamonds(20), diamonds(20)] });
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  const dropped = alice.slots[0]!;
  alice.slots[0] = undefined;
  service.platform.drop(dropped, AT);
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, 1);
  service.platform.drop(diamonds(20), AT);
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "SCAN" });
  act(service, alice, new FakeItem(dropped), [GROUND], "DROP");
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});
