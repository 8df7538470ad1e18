import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BedrockClient } from "./support/bedrock-client.ts";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { sleep, until } from "./support/wait.ts";

// One sword's life, told by real clients: wherever it goes, its id goes with it, byte for byte, and the store knows the story.

const chest = { x: 3, y: 1, z: 3 };
const farChest = { x: 203, y: 1, z: 3 };
const corner = { x: 8.5, y: 1, z: 8.5 };
const home = { x: -8.5, y: 1, z: 4.5 };
let server: GuardedServer;
let ada: BedrockClient;
let ben: BedrockClient;
let staff: BedrockClient;
let id: string;

before(async () => {
  // With Serenity's own provider a chunk that holds anything never leaves memory (0.8.21): see UnloadingProvider.
  server = await GuardedServer.start({ viewDistance: 2, unloadsChunks: true });
});

after(async () => {
  await server?.discard();
});

/** Waits until a client holds a tagged item of that name; gives its slot. */
const slotOf = (client: BedrockClient, name = "diamond_sword") =>
  until(`${client.name} holding a tagged ${name}`, () => {
    const slot = client.items.slotOf(name);
    return slot >= 0 && idOf(client.items.inventory[slot]) !== undefined ? slot : undefined;
  });

const heldId = async (client: BedrockClient, name = "diamond_sword") => {
  const slot = await slotOf(client, name);
  return idOf(client.items.inventory[slot]);
};

/** Goes to where it lies, which may still change, until it is picked up; gives its id. */
async function fetch(client: BedrockClient, name = "diamond_sword"): Promise<string | undefined> {
  for (let tries = 0; tries < 50 && client.items.slotOf(name) < 0; tries++) {
    const entities = [...server.world.dimension.entities.values()];
    const lying = entities.find((entity) => server.world.itemOf(entity)?.name === name);
    if (lying) client.movement.warpTo({ x: lying.position.x, y: 1, z: lying.position.z });
    await sleep(200);
  }
  return heldId(client, name);
}

async function drop(client: BedrockClient, name = "diamond_sword"): Promise<void> {
  client.acts.select(await slotOf(client, name));
  client.movement.look(0, 90);
  client.acts.dropHeld();
  await until("an empty hand", () => client.items.slotOf(name) === -1);
}

test("what is picked up from the ground has an id; watchers are told, a player without the permission is not", async () => {
  ada = await server.join("Ada", "doubletake.test");
  ben = await server.join("Ben");
  staff = await server.join("Staff", "doubletake.alerts", "doubletake.test");
  ben.movement.warpTo({ x: -8.5, y: 1, z: -8.5 });
  staff.movement.warpTo({ x: -8.5, y: 1, z: 8.5 });
  ada.movement.warpTo(corner);
  server.world.spawnItem(corner, "diamond_sword");
  id = (await heldId(ada))!;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // A look may find it on the ground before she does.
  await staff.chat.waitFor(/(Diamond Sword of Ada|1 item in containers or on the ground) got an id/);
  for (const { chat } of [ada, ben]) assert.ok(!chat.lines.some((line) => line.includes("got an id")));
});

test("it is dropped by one and picked up by another", async () => {
  await drop(ada);
  ada.movement.warpTo(home);
  assert.equal(await fetch(ben), id);
});

test("it is put into a chest and taken out by somebody else", async () => {
  await server.world.setBlock(chest, "chest");
  await ben.world.openBlock(chest);
  await ben.acts.place(1, ["hotbar_and_inventory", await slotOf(ben)], ["container", 5]);
  await until("the sword in the chest", () => idOf(ben.items.window?.slots[5]) === id);
  await ben.world.close();
  await ada.world.openBlock(chest);
  await ada.acts.take(1, ["container", 5], ["cursor", 0]);
  await ada.acts.place(1, ["cursor", 0], ["hotbar_and_inventory", 4]);
  await ada.world.close();
  assert.equal(await heldId(ada), id);
});

test("its chunk is unloaded and loaded again, with it in a chest and a bow on the ground", async () => {
  await server.world.setBlock(farChest, "chest");
  ada.movement.warpTo({ x: 205.5, y: 1, z: 8.5 });
  server.world.give("Ada", "bow");
  const bow = await heldId(ada, "bow");
  await drop(ada, "bow");
  ada.movement.warpTo({ x: 201.5, y: 1, z: 1.5 });
  await ada.world.openBlock(farChest);
  await ada.acts.place(1, ["hotbar_and_inventory", await slotOf(ada)], ["container", 0]);
  await ada.world.close();
  // The chunk is watched by now, and only what was watched is ever unloaded.
  await sleep(1000);
  ada.movement.warpTo(home);
  await until("an unloaded chunk", () => !server.world.isLoaded(farChest));
  ada.movement.warpTo({ x: 201.5, y: 1, z: 1.5 });
  await until("a loaded chunk", () => server.world.isLoaded(farChest));
  const window = await ada.world.openBlock(farChest);
  assert.equal(idOf(window.slots[0]), id);
  await ada.acts.take(1, ["container", 0], ["hotbar_and_inventory", 0]);
  await ada.world.close();
  assert.equal(await heldId(ada), id);
  assert.equal(await fetch(ada, "bow"), bow);
});

test("its holder dies, and finds it again", async () => {
  ada.movement.warpTo(home);
  await server.ticks(4);
  server.world.kill("Ada");
  await until("death", () => ada.isDead);
  ada.world.respawn();
  await until("life", () => !ada.isDead && server.world.player("Ada").isAlive);
  assert.equal(await fetch(ada), id);
});

test("its holder leaves and comes back; the server is restarted", async () => {
  await server.leave(ada);
  ada = await server.join("Ada");
  assert.equal(await heldId(ada), id);
  server = await server.restart();
  ada = await server.join("Ada");
  assert.equal(await heldId(ada), id);
});

test("the stored history tells that story in order, and nothing of it was an alarm", async () => {
  await server.ticks(4);
  const nobody = "00000000-0000-0000-0000-000000000000";
  const history = await server.history(id);
  // What a dying player drops flies somewhere.
  const last = history.pop() ?? "";
  assert.match(last, /^Ada PICKUP default:-?\d+,1,-?\d+$/);
  assert.deepEqual(history, [
    // A look found it lying there before anybody came.
    `${nobody} SCAN default:8,1,8`,
    "Ada PICKUP default:8,1,8",
    "Ada DROP default:8,1,8",
    "Ben PICKUP default:8,1,8",
    "Ben CONTAINER_TRANSFER default:3,1,3",
    "Ada CONTAINER_TRANSFER default:3,1,3",
    "Ada INVENTORY_CLICK default:-9,1,4",
    "Ada CONTAINER_TRANSFER default:203,1,3",
    "Ada CONTAINER_TRANSFER default:203,1,3",
    "Ada DEATH default:-9,1,4",
  ]);
  assert.deepEqual(server.alerts, []);
  assert.deepEqual(
    server.harness.log.filter((line) => /^(warn|error)/.test(line)),
    [],
  );
});
