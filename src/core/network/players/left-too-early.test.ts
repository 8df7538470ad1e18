import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { act, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("a player who left before it was known what the player had", () => {
  it("is not suspected to have what turns up in a chest: the last look at the inventory is of an earlier stay", async () => {
    const { network, lobby, survival, both } = await twoServers("auto-remove-duplicates: true");
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
    assert.deepEqual([alex.slots[0]?.tag, chest[0]?.tag], [SWORD, SWORD], "nobody knows which one is the item");
  });
});

it("what a player brought from another server, put into a chest and left before anybody had looked at the player, is on record there", async () => {
  const { network, lobby, survival, both } = await twoServers();
  let alex = join(lobby, "Alex", { slots: [sword()] });
  await both(100);
  const { playerLeft } = lobby.store;
  lobby.store.playerLeft = () => Promise.reject(new Error("away"));
  quit(lobby, alex);
  alex = join(survival, "Alex", { slots: [sword()] });
  await both(5);
  const chest = putAway(survival, alex, CHEST);
  await both(5);
  quit(survival, alex);
  lobby.store.playerLeft = playerLeft;
  await both(100);
  const { place, server } = network.database.custody.get(SWORD)!;
  assert.deepEqual([place, server], [CHEST, "survival"]);
  assert.deepEqual(await lobby.store.openDisputes(), []);
  // Back where the sword was on record, with an older snapshot: the one in the chest stays.
  alex = join(lobby, "Alex", { slots: [sword()] });
  await both(300);
  assert.deepEqual([alex.slots[0], chest[0]?.tag], [undefined, SWORD]);
});

it("whoever took it out of there keeps it, whatever the player who brought it shows elsewhere", async () => {
  const { lobby, survival, both } = await twoServers();
  let alex = join(lobby, "Alex", { slots: [sword()] });
  const bo = join(survival, "Bo");
  await both(100);
  const { playerLeft } = lobby.store;
  lobby.store.playerLeft = () => Promise.reject(new Error("away"));
  quit(lobby, alex);
  alex = join(survival, "Alex", { slots: [sword()] });
  await both(5);
  const chest = putAway(survival, alex, CHEST);
  await both(2);
  // Bo has bought it.
  [bo.slots[0], chest[0]] = [chest[0], undefined];
  act(survival, bo, new FakeItem(bo.slots[0]!), [CHEST], "CONTAINER_TRANSFER");
  await both(5);
  quit(survival, alex);
  lobby.store.playerLeft = playerLeft;
  await both(100);
  // Back where the sword was on record, with an older snapshot.
  alex = join(lobby, "Alex", { slots: [sword()] });
  await both(300);
  assert.deepEqual([alex.slots[0], bo.slots[0]?.tag], [undefined, SWORD]);
});

it("what the player sold on the server that was left is the buyer's, however late that is read", async () => {
  const { network, lobby, survival, both } = await twoServers();
  const alex = join(lobby, "Alex", { slots: [sword()] });
  let bo = join(lobby, "Bo");
  await both(100);
  // On both servers at once, with an older snapshot.
  const again = join(survival, "Alex", { slots: [sword()] });
  await play(survival, 5);
  const chest = putAway(survival, again, CHEST);
  await play(survival, 40);
  assert.equal(network.database.disputes.size, 1);
  [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
  act(lobby, bo, new FakeItem(bo.slots[0]!), [alex.place], "PICKUP");
  await play(lobby, 1);
  quit(lobby, bo);
  await play(lobby, 3);
  assert.equal(network.database.disputes.get(1)?.step, "dark");
  // Survival hears of that before it reads who has it.
  const { custodyOf } = survival.store;
  let read = () => {};
  const isRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  survival.store.custodyOf = (ids) => isRead.then(() => custodyOf(ids));
  await play(survival, 5);
  survival.store.custodyOf = custodyOf;
  read();
  await both(50);
  assert.equal(network.database.custody.get(SWORD)?.place, bo.place);
  bo = join(lobby, "Bo", { slots: [sword()] });
  await both(300);
  assert.deepEqual([bo.slots[0]?.tag, chest[0]], [SWORD, undefined]);
});

it("but once it has left there, whoever brought it has nothing to do with what turns up later", async () => {
  const { network, lobby, survival, both } = await twoServers();
  let alex = join(lobby, "Alex", { slots: [sword()] });
  await both(100);
  quit(lobby, alex);
  alex = join(survival, "Alex", { slots: [sword()] });
  const chest = putAway(survival, alex, CHEST);
  await both(150);
  quit(survival, alex);
  await both(50);
  // Somebody carried it off, and Alex bought it back in the lobby.
  chest[0] = undefined;
  await both(50);
  const custody = { ...network.database.custody.get(SWORD)!, place: alex.place, server: "lobby", version: 9 };
  network.database.custody.set(SWORD, custody);
  chest[0] = sword();
  await both(300);
  assert.equal(network.database.custody.get(SWORD)?.server, "lobby", "a copy must not become the original");
});

it("also when the player has gone on to a third server before the first one had an answer", async () => {
  const network = new FakeNetwork("shared");
  const names = ["lobby", "survival", "arena"];
  const [lobby, survival, arena] = await Promise.all(names.map((name) => network.start(name)));
  const all = async (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) for (const game of [lobby!, survival!, arena!]) await play(game, 1, 17);
  };
  let alex = join(lobby!, "Alex", { slots: [sword()] });
  await all(100);
  const { playerLeft } = lobby!.store;
  lobby!.store.playerLeft = () => Promise.reject(new Error("away"));
  quit(lobby!, alex);
  alex = join(survival!, "Alex", { slots: [sword()] });
  await all(3);
  lobby!.store.playerLeft = playerLeft;
  const chest = survival!.platform.chest(CHEST);
  [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
  act(survival!, alex, new FakeItem(chest[0]!), [CHEST], "CONTAINER_TRANSFER");
  for (let tick = 0; tick < 30; tick++) await play(lobby!, 1, 50);
  await play(survival!, 1, 17);
  quit(survival!, alex);
  alex = join(arena!, "Alex");
  // What was on record with the player is the arena's by now.
  for (let tick = 0; tick < 5; tick++) await play(arena!, 1, 17);
  assert.equal(network.database.custody.get(SWORD)?.server, "arena");
  quit(arena!, alex);
  await all(200);
  const { place, server } = network.database.custody.get(SWORD)!;
  assert.deepEqual([place, server], [CHEST, "survival"]);
  assert.deepEqual(await survival!.store.openDisputes(), []);
});

async function twoServers(config = "") {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
  return { network, lobby, survival, both: (ticks: number) => playInTurns([lobby, survival], ticks) };
}

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
