import assert from "node:assert/strict";
import { test } from "node:test";
import { EntityInventoryTrait, EntityItemStackTrait } from "@serenityjs/core";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { box, inv } from "./support/inventory-acts.ts";
import { until } from "./support/wait.ts";

// Serenity 0.8.21 lets one stack object be in two slots: what falls out of a broken barrel is the very object that the barrel's open window
// still shows.

const BARREL = { x: 3, y: 1, z: 3 };

test("a creative player takes out of the window of a broken barrel: the copy has an id of its own", async (context) => {
  const server = await GuardedServer.start();
  context.after(() => server.discard());
  const ada = await server.join("Ada");
  const ben = await server.join("Ben");
  server.world.give("Ben", "diamond_sword", { slot: 8, mark: "prize" });
  await ben.acts.take(1, inv(8), inv(0));
  const id = await until("its id", () => idOf(ben.items.inventory[0]));
  await server.world.setBlock(BARREL, "barrel");
  await ben.world.openBlock(BARREL);
  await ben.acts.place(1, inv(0), box(3));
  await until("an empty slot", () => !ben.items.inventory[0]);
  server.world.setGamemode("Ben", "creative");
  await server.ticks(3);
  ada.world.breakBlock(BARREL);
  await until("a broken barrel", () => server.world.isAir(BARREL));
  await server.ticks(3);
  await ben.acts.take(1, box(3), inv(4));
  const held = () => server.world.player("Ben").getTrait(EntityInventoryTrait).container.storage[4];
  const lying = () =>
    [...server.world.dimension.entities.values()].find((entity) => entity.hasTrait(EntityItemStackTrait));
  const tagOf = (stack: object | null | undefined) =>
    stack ? server.running.doubletake.platform.itemOf!(stack)?.readTag() : undefined;
  await until("a fresh id", () => tagOf(held()) !== undefined && tagOf(held()) !== id);
  await server.ticks(30);
  const lyingStack = lying()?.getTrait(EntityItemStackTrait).itemStack;
  assert.notEqual(held(), lyingStack);
  assert.equal(tagOf(lyingStack), id, "what fell out of the barrel is the item");
  assert.equal(server.world.playerItems("Ben")[4]?.mark, "prize");
  assert.deepEqual(server.serious, []);
});
