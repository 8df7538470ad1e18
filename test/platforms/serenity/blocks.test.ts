import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { WorldEvent } from "@serenityjs/core";
import type { BedrockClient } from "./support/bedrock-client.ts";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { inv } from "./support/inventory-acts.ts";
import { until } from "./support/wait.ts";

// Blocks in the hand of a real client: what was placed is on record, and what another plugin forbade is not.

const ground = { x: 5, y: 0, z: 5 };
let server: GuardedServer;
let ada: BedrockClient;
let id: string;

before(async () => {
  server = await GuardedServer.start({ viewDistance: 2 });
  ada = await server.join("Ada");
  ada.movement.warpTo({ x: 8.5, y: 1, z: 8.5 });
  id = await boxInHand();
});

after(() => server?.discard());

test("a block that a plugin of the world forbids was not placed, and stays in the hand", async () => {
  await tryWhatIsForbidden();
  assert.equal(server.world.playerItems("Ada")[0]?.name, "undyed_shulker_box");
  assert.deepEqual(await actions(), []);
});

test("nor was one that is forbidden in creative mode", async () => {
  server.world.setGamemode("Ada", "creative");
  await tryWhatIsForbidden();
  server.world.setGamemode("Ada", "survival");
  assert.deepEqual(await actions(), []);
});

test("a block that is placed is recorded at its place, once", async () => {
  ada.world.clickBlock(ground);
  await until("the box placed", () => !server.world.isAir({ ...ground, y: 1 }));
  await server.ticks(4);
  assert.deepEqual(await actions(), ["Ada BLOCK_PLACE default:5,1,5"]);
});

test("a block that is placed in creative mode stays in the hand, and is recorded too", async () => {
  id = await boxInHand();
  server.world.setGamemode("Ada", "creative");
  ada.world.clickBlock({ ...ground, x: 7 });
  await until("the box placed", () => !server.world.isAir({ x: 7, y: 1, z: 5 }));
  await server.ticks(4);
  assert.equal(server.world.playerItems("Ada")[0]?.name, "undyed_shulker_box");
  assert.deepEqual(await actions(), ["Ada BLOCK_PLACE default:7,1,5"]);
});

async function tryWhatIsForbidden(): Promise<void> {
  const { world } = server.world.dimension;
  let tries = 0;
  const forbid = () => {
    tries++;
    return false;
  };
  world.before(WorldEvent.PlayerPlaceBlock, forbid);
  ada.world.clickBlock(ground);
  await until("a try", () => tries > 0);
  await server.ticks(4);
  world.removeBefore(WorldEvent.PlayerPlaceBlock, forbid);
}

/** Moved there by hand, by which it gets its id; gives the id. */
async function boxInHand(): Promise<string> {
  server.world.give("Ada", "undyed_shulker_box", { slot: 8 });
  await ada.acts.take(1, inv(8), inv(0));
  ada.acts.select(0);
  return until("the box's id", () => idOf(ada.items.inventory[0]));
}

/** What the box's history says of placing. */
async function actions(): Promise<string[]> {
  return (await server.history(id)).filter((row) => row.includes("BLOCK_PLACE"));
}
