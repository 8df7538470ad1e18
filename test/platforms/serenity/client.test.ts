import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ActionForm } from "@serenityjs/core";
import { BedrockClient } from "./support/bedrock-client.ts";
import { consume, craftCreative, craftRecipe, take } from "./support/inventory-acts.ts";
import { ServerHarness } from "./support/server-harness.ts";
import { until } from "./support/wait.ts";

const chest = { x: 3, y: 1, z: 3 };
let server: ServerHarness;
let ada: BedrockClient;
let ben: BedrockClient;

before(async () => {
  server = await ServerHarness.start();
});

after(async () => {
  await server.discard();
});

test("two clients join and read each other's chat", async () => {
  ada = await BedrockClient.join({ port: server.port, name: "Ada" });
  ben = await BedrockClient.join({ port: server.port, name: "Ben" });
  ada.chat.say("hello Ben");
  assert.equal(await ben.chat.waitFor(/hello/), "<Ada> hello Ben");
  await until("Ada seeing Ben", () => ada.entities.player("Ben"));
});

test("a given sword is seen with its NBT, thrown with the drop key and picked up by the other", async () => {
  server.world.give("Ada", "diamond_sword", { mark: "story" });
  await until("the sword", () => ada.items.held?.name === "diamond_sword");
  assert.equal(ada.items.held?.nbt.mark, "story");
  ben.movement.warpTo({ x: 8.5, y: 1, z: 8.5 });
  ada.acts.dropHeld();
  await until("an empty hand", () => ada.items.held === undefined);
  await until("Ben seeing the sword", () => ben.entities.items("diamond_sword")[0]);
  ada.movement.warpTo({ x: 8.5, y: 1, z: -8.5 });
  await ben.movement.walkTo({ x: 6.5, y: 1, z: 6.5 });
  const lying = [...server.world.dimension.entities.values()].find((entity) => entity.isItem());
  assert.ok(lying);
  ben.movement.warpTo(lying.position);
  await until("Ben holding the sword", () => ben.items.slotOf("diamond_sword") === 0);
  assert.equal(ben.movement.corrections, 0);
  assert.deepEqual(server.world.copies("story"), ["player Ben inventory 0 x1"]);
});

test("the sword is tossed out of the window and comes back to the one who stands there", async () => {
  ben.movement.look(0, 90);
  const response = await ben.acts.drop(1, ["hotbar_and_inventory", 0]);
  assert.equal(response.status, "ok");
  await until("an empty slot", () => ben.items.slotOf("diamond_sword") === -1);
  await until("the sword back", () => ben.items.slotOf("diamond_sword") === 0);
});

test("the sword goes into a chest by two clicks and out again", async () => {
  await server.world.setBlock(chest, "chest");
  const window = await ben.world.openBlock(chest);
  assert.equal(window.slots.length, 27);
  assert.equal((await ben.acts.take(1, ["hotbar_and_inventory", 0], ["cursor", 0])).status, "ok");
  await until("the sword on the cursor", () => ben.items.cursor[0]?.nbt.mark === "story");
  assert.equal((await ben.acts.place(1, ["cursor", 0], ["container", 5])).status, "ok");
  await until("the sword in the chest", () => ben.items.window?.slots[5]?.nbt.mark === "story");
  assert.deepEqual(server.world.copies("story"), ["block 3 1 3 slot 5 x1"]);
  assert.equal((await ben.acts.take(1, ["container", 5], ["hotbar_and_inventory", 2])).status, "ok");
  await until("the sword in the hot bar", () => ben.items.inventory[2]?.nbt.mark === "story");
  assert.equal((await ben.acts.swap(["hotbar_and_inventory", 2], ["container", 7])).status, "ok");
  assert.deepEqual(server.world.copies("story"), ["block 3 1 3 slot 7 x1"]);
  await ben.acts.take(1, ["container", 7], ["hotbar_and_inventory", 2]);
  await ben.world.close();
});

test("a relog keeps the sword, and so does a restart of the server", async () => {
  await ben.leave();
  await until("Ben being gone", () => server.serenity.players.size === 1);
  ben = await BedrockClient.join({ port: server.port, name: "Ben" });
  assert.equal(ben.items.inventory[2]?.nbt.mark, "story");
  await ben.world.openBlock(chest);
  await ben.acts.place(1, ["hotbar_and_inventory", 2], ["container", 0]);
  await ben.world.close();
  // The worst moment to stop: packets wait to be sent, and nothing is scheduled that would hold the end up.
  for (const word of ["one", "two", "three"]) server.world.player("Ben").sendMessage(word);
  server.serenity.schedules.clear();
  server = await server.restart();
  await until("both being told", () => ada.isClosed && ben.isClosed);
  assert.match(ben.kicked ?? "", /shutting down/);
  ada = await BedrockClient.join({ port: server.port, name: "Ada" });
  const window = await ada.world.openBlock(chest);
  assert.equal(window.slots[0]?.nbt.mark, "story");
});

test("two planks become a stick in the crafting grid", async () => {
  await ada.world.close();
  server.world.give("Ada", "oak_planks", { count: 2, slot: 8 });
  const [upper, lower, output] = [
    ["crafting_input", 0],
    ["crafting_input", 3],
    ["crafting_output", 0],
  ] as const;
  await ada.acts.place(1, ["hotbar_and_inventory", 8], upper);
  await ada.acts.place(1, ["hotbar_and_inventory", 8], lower);
  const craft = craftRecipe(server.world.recipeId("stick"));
  const response = await ada.acts.request(
    craft,
    consume(1, upper),
    consume(1, lower),
    take(1, output, ["hotbar_and_inventory", 9]),
  );
  assert.equal(response.status, "ok");
  await until("the stick", () => ada.items.inventory[9]?.name === "stick");
  assert.deepEqual(server.world.craftingItems("Ada").filter(Boolean), []);
});

test("an operator completes and runs commands; the answer comes as chat", async () => {
  assert.equal(ada.chat.commands.includes("give"), false);
  server.world.setOperator("Ada");
  await until("the commands of an operator", () => ada.chat.commands.includes("give"));
  assert.ok(ada.chat.completions("give")[0]?.length);
  assert.match((await ada.chat.run("/give @s dirt 3")).join(), /Successfully/);
  await until("the dirt", () => ada.items.slotOf("dirt") >= 0);
});

test("a block is placed and broken, a creative item taken, a form answered", async () => {
  ada.acts.select(ada.items.slotOf("dirt"));
  ada.world.clickBlock({ x: 1, y: 0, z: -2 });
  await until("a placed block", () => server.world.block({ x: 1, y: 1, z: -2 }).identifier === "minecraft:dirt");
  ada.world.breakBlock({ x: 1, y: 1, z: -2 });
  await until("a broken block", () => server.world.block({ x: 1, y: 1, z: -2 }).isAir);
  server.world.setGamemode("Ada", "creative");
  const sword = craftCreative(server.world.creativeIndex("iron_sword"));
  await ada.acts.request(sword, take(1, ["creative_output", 0], ["hotbar_and_inventory", 20]));
  await until("the iron sword", () => ada.items.inventory[20]?.name === "iron_sword");
  server.world.setGamemode("Ada", "survival");
  const answer = new ActionForm("Title").button("Yes").button("No").show(server.world.player("Ada"));
  const form = await ada.forms.next();
  assert.equal(form.content.title, "Title");
  ada.forms.answer(form, 1);
  assert.equal(await answer, 1);
});

test("death empties the inventory, and the player lives again after the respawn", async () => {
  server.world.kill("Ada");
  await until("death", () => ada.isDead);
  await until("an empty inventory", () => !ada.items.inventory.some(Boolean));
  ada.world.respawn();
  await until("life", () => !ada.isDead && server.world.player("Ada").isAlive);
});

test("a cut connection stays on the server until it notices; a second login of the account takes its place", async () => {
  ada.cutOff();
  const second = await BedrockClient.join({ port: server.port, name: "Ada" });
  assert.equal(server.serenity.players.size, 2);
  await second.leave();
  assert.deepEqual([ada.errors, ben.errors, second.errors], [[], [], []]);
  assert.deepEqual(
    server.log.filter((line) => line.startsWith("error")),
    [],
  );
});
