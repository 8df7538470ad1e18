import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Entity, EntityItemStackTrait, WorldEvent } from "@serenityjs/core";
import type { BedrockClient } from "./support/bedrock-client.ts";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { destroy, inv } from "./support/inventory-acts.ts";
import { until } from "./support/wait.ts";

// What other stories do not come across: each of these is on record under the action that the game's own event means. A sighting
// is a row only for an id that is new, so the item comes to be in the very tick of the event, where no other look can be first.

const chest = { x: 3, y: 1, z: 3 };
let server: GuardedServer;
let ada: BedrockClient;

before(async () => {
  server = await GuardedServer.start({ viewDistance: 2, config: "scan-interval: 1000000\n" });
  ada = await server.join("Ada");
  await server.world.setBlock(chest, "chest");
});

after(() => server?.discard());

test("an item in a container that a player opens", async () => {
  const { world } = server.world.dimension;
  const put = () => {
    server.world.putInBlock(chest, 0, "trident");
    return true;
  };
  world.before(WorldEvent.PlayerOpenedContainer, put);
  await ada.world.openBlock(chest);
  world.removeBefore(WorldEvent.PlayerOpenedContainer, put);
  assert.equal(await firstRowOf("trident"), "Ada CONTAINER_OPEN default:3,1,3");
  await ada.world.close();
});

test("an item with which a player leaves, and one with which he comes", async () => {
  server.world.give("Ada", "elytra", { slot: 3 });
  server.world.kick("Ada");
  assert.match(await firstRowOf("elytra"), /^Ada QUIT /);
  await ada.leave();
  await until("Ada gone", () => !server.harness.serenity.getPlayers().some(({ username }) => username === "Ada"));
  const give = () => server.world.give("Ada", "shield", { slot: 4 });
  server.harness.serenity.on(WorldEvent.PlayerJoin, give);
  ada = await server.join("Ada");
  server.harness.serenity.remove(WorldEvent.PlayerJoin, give);
  assert.match(await firstRowOf("shield"), /^Ada JOIN /);
});

test("an item with which a player comes back to life", async () => {
  server.world.kill("Ada");
  await until("death", () => ada.isDead);
  await server.ticks(4);
  const give = ({ entity }: { entity: Entity }) => {
    if (entity.isPlayer()) server.world.give("Ada", "shears", { slot: 5 });
  };
  server.harness.serenity.after(WorldEvent.EntitySpawned, give);
  ada.world.respawn();
  await until("life", () => !ada.isDead && server.world.player("Ada").isAlive);
  server.harness.serenity.removeAfter(WorldEvent.EntitySpawned, give);
  assert.match(await firstRowOf("shears"), /^Ada RESPAWN /);
});

test("an item that is used up", async () => {
  server.world.setGamemode("Ada", "creative");
  const id = await bowAt(6);
  const before = (await server.history(id)).length;
  await ada.acts.request(destroy(1, inv(6)));
  assert.match(await lastRowOf(id, before), /^Ada CONSUME /);
  server.world.setGamemode("Ada", "survival");
});

test("an item that lies on the ground until the game takes it", async () => {
  const id = await bowAt(7);
  await ada.acts.drop(1, inv(7));
  ada.movement.warpTo({ x: -20.5, y: 1, z: -20.5 });
  await server.ticks(4);
  const before = (await server.history(id)).length;
  for (const entity of server.world.dimension.entities.values())
    if (entity.hasTrait(EntityItemStackTrait)) entity.getTrait(EntityItemStackTrait).lifeSpan = 1;
  assert.match(await lastRowOf(id, before), /^Ada DESPAWN /);
});

/** How the history of the only item of this material begins. */
async function firstRowOf(material: string): Promise<string> {
  const { store } = server.running.doubletake;
  return until(`a row of the ${material}`, async () => {
    for (const id of server.ids)
      if ((await store.firstSighting(id))?.material === `minecraft:${material}`) return (await server.history(id))[0];
    return undefined;
  });
}

/** The newest row, once there are more than before. */
async function lastRowOf(id: string, before: number): Promise<string> {
  return until("a further row", async () => {
    const rows = await server.history(id);
    return rows.length > before ? rows.at(-1) : undefined;
  });
}

async function bowAt(slot: number): Promise<string> {
  server.world.give("Ada", "bow", { slot: 8 });
  await ada.acts.take(1, inv(8), inv(slot));
  return until("the bow's id", () => idOf(ada.items.inventory[slot]));
}
