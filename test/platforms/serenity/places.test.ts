import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Container,
  EntityEquipmentTrait,
  EntityInventoryTrait,
  ItemStack,
  type NetworkPacketEvent,
  WorldEvent,
} from "@serenityjs/core";
import { CompoundTag, IntTag, ListTag, StringTag } from "@serenityjs/nbt";
import { type BlockActorDataPacket, type DataPacket, Packet } from "@serenityjs/protocol";
import { readItemId } from "../../../src/core/tagging/item-tag.ts";
import { blockPlace, groundPlace, type PlaceKey } from "../../../src/index.ts";
import { SerenityItem } from "../../../src/platforms/serenity/items/serenity-item.ts";
import { runDocumentedPlugin } from "../../support/documented-plugin.ts";
import type { BedrockClient } from "./support/bedrock-client.ts";
import { GuardedServer } from "./support/guarded-server.ts";
import { until } from "./support/wait.ts";

// What the platform contract cannot ask of every game: the places that only this server has.

let server: GuardedServer;
let ada: BedrockClient;
let ben: BedrockClient;

before(async () => {
  server = await GuardedServer.start();
  ada = await server.join("Ada");
  ben = await server.join("Ben");
});

after(async () => {
  await server?.discard();
});

/** What a look shows, as `slot material`; undefined for a dark place. */
function look(place: PlaceKey): string[] | undefined {
  const seen: string[] = [];
  const isVisible = server.running.doubletake.platform.look(place, ({ material }, slot) => {
    seen.push(`${slot} ${material.replace("minecraft:", "")}`);
  });
  return isVisible ? seen : undefined;
}

/** The id of the one item in a place, once it has one. */
function idAt(place: PlaceKey): string | undefined {
  let id: string | null = null;
  server.running.doubletake.platform.look(place, (item) => {
    id = readItemId(item);
  });
  return id ?? undefined;
}

const placeOf = (name: string) =>
  [...server.running.doubletake.platform.players()].find((player) => player.name === name)!.place;
const at = (position: { x: number; y: number; z: number }) => blockPlace({ world: "default", ...position });

test("a player's place is every slot, and what a client has put into the crafting output", async () => {
  const host = server.world.player("Ada");
  server.world.give("Ada", "diamond_sword", { slot: 20 });
  server.world.give("Ada", "bow", { slot: 1 });
  server.world.give("Ada", "shears", { slot: 2 });
  host.getTrait(EntityEquipmentTrait).armor.setItem(1, server.world.item("iron_chestplate"));
  host.getTrait(EntityEquipmentTrait).offhand.setItem(0, server.world.item("shield"));
  await ada.acts.take(1, ["hotbar_and_inventory", 1], ["cursor", 0]);
  await ada.acts.take(1, ["hotbar_and_inventory", 2], ["crafting_input", 3]);
  assert.deepEqual(look(placeOf("Ada"))?.sort(), [
    "armour/1 iron_chestplate",
    "crafting/3 shears",
    "cursor/0 bow",
    "inventory/20 diamond_sword",
    "off-hand/0 shield",
  ]);
  await ada.acts.take(1, ["cursor", 0], ["hotbar_and_inventory", 1]);
  await ada.acts.take(1, ["crafting_input", 3], ["crafting_output", 0]);
  assert.ok(look(placeOf("Ada"))?.includes("output/0 shears"));
  await ada.acts.take(1, ["crafting_output", 0], ["hotbar_and_inventory", 2]);
});

test("every kind of block container is a place, and the halves of a double chest are one", async () => {
  const kinds = ["chest", "trapped_chest", "barrel", "undyed_shulker_box", "crafting_table"];
  for (const [index, kind] of kinds.entries()) {
    const position = { x: -10 + 2 * index, y: 1, z: 10 };
    await server.world.setBlock(position, kind);
    server.world.putInBlock(position, 3, "bow");
    assert.deepEqual(look(at(position)), ["3 bow"], kind);
  }
  const [lower, upper] = await doubleChest({ x: 4, y: 1, z: 10 });
  server.world.putInBlock(lower, 1, "bow");
  server.world.putInBlock(upper, 2, "diamond_sword");
  assert.deepEqual(look(at(lower))?.length, 2);
  assert.deepEqual(look(at(upper)), []);
  const listed = [...server.running.doubletake.platform.places()];
  assert.ok(listed.includes(at(lower)) && !listed.includes(at(upper)));
  await ben.world.openBlock(upper);
  await server.ticks(3);
  assert.deepEqual(look(at(lower))?.length, 2, "also while it is open, and all items are in one half");
  await ben.world.close();
  await server.ticks(3);
});

test("a container full of items that get their ids in one look is sent and stored once", async () => {
  const position = { x: -6, y: 1, z: -6 };
  await server.world.setBlock(position, "barrel");
  const container = containerOf(position);
  const update = container.update.bind(container);
  let updates = 0;
  container.update = () => {
    updates++;
    update();
  };
  for (let slot = 0; slot < 10; slot++) container.storage[slot] = server.world.item("bow");
  const isTagged = () => container.storage.slice(0, 10).every((stack) => stack?.nbt.has("doubletake:id"));
  await until("ten ids", isTagged);
  assert.equal(updates, 1);
  await server.world.save();
  assert.equal(JSON.stringify(server.world.block(position).getStorage().toJSON()).match(/doubletake:id/g)?.length, 10);
});

/** What a client is told of blocks from now on. */
function toldOfBlocks({ connection }: BedrockClient): string[] {
  const told: string[] = [];
  connection.on("block_entity_data", ({ nbt }: { nbt: object }) => told.push(JSON.stringify(nbt)));
  return told;
}

const noted = (text: string) => new CompoundTag().set("note", new StringTag(text, "note"));

test("onlookers are told what a container holds, but no id, not even of what is inside an item", async () => {
  const position = { x: 6, y: 1, z: -6 };
  await server.world.setBlock(position, "barrel");
  const container = containerOf(position);
  const [trident, bundle] = [
    server.world.item("trident"),
    filled("bundle", "bow", (items) => ["storage_item_component_content", items]),
  ];
  container.setItem(4, trident);
  container.setItem(5, bundle);
  const idsIn = (...tags: CompoundTag[]) => JSON.stringify(tags).match(/doubletake:id/g)?.length;
  await until("three ids", () => idsIn(trident.nbt, bundle.nbt) === 3);
  const onlookers = [toldOfBlocks(ada), toldOfBlocks(ben)];
  for (const mark of ["tagged by now", "changed again"]) {
    trident.nbt.set("mark", new StringTag(mark, "mark"));
    for (const told of onlookers) {
      const shown = await until(mark, () => told.find((nbt) => nbt.includes(mark)));
      assert.ok(shown.includes("minecraft:trident") && shown.includes("minecraft:bow"), shown);
      assert.doesNotMatch(shown, /doubletake/);
    }
  }
  assert.equal(idsIn(trident.nbt, bundle.nbt), 3, "the items themselves keep theirs");
  assert.equal(idsIn(server.world.block(position).getStorage()), 3, "and so does what will be saved");
});

test("what another plugin has one onlooker told of a container reaches that one, and no other", async () => {
  const position = { x: 8, y: 1, z: -6 };
  await server.world.setBlock(position, "barrel");
  const { network } = server.harness.serenity;
  const [toldAda, toldBen] = [toldOfBlocks(ada), toldOfBlocks(ben)];
  // Whoever is sent the packet first, and whoever after.
  for (const { name, told, others } of [
    { name: "Ada", told: toldAda, others: toldBen },
    { name: "Ben", told: toldBen, others: toldAda },
  ]) {
    const chosen = server.world.player(name).connection;
    const forOthers = new Map<DataPacket, CompoundTag>();
    const tell = ({ packet, connection }: NetworkPacketEvent<BlockActorDataPacket>) => {
      if (connection === chosen) forOthers.set(packet, packet.nbt);
      packet.nbt = connection === chosen ? noted(`${name} alone`) : (forOthers.get(packet) ?? packet.nbt);
    };
    network.on(Packet.BlockActorData, tell);
    const bow = server.world.item("bow");
    bow.nbt.set("mark", new StringTag(`all but ${name}`, "mark"));
    containerOf(position).setItem(0, bow);
    await until("what one is told", () => told.some((nbt) => nbt.includes(`${name} alone`)));
    await until("what the other is told", () => others.some((nbt) => nbt.includes(`all but ${name}`)));
    network.remove(Packet.BlockActorData, tell);
    assert.doesNotMatch(told.join(), new RegExp(`all but ${name}`));
    assert.doesNotMatch(others.join(), new RegExp(`${name} alone`));
    containerOf(position).clear();
    await server.ticks(2);
  }
});

test("a broken container can be looked at, and is empty; its items lie on the ground", async () => {
  const position = { x: 0, y: 1, z: -10 };
  await server.world.setBlock(position, "barrel");
  server.world.putInBlock(position, 0, "fishing_rod", { mark: "broken" });
  assert.deepEqual(look(at(position)), ["0 fishing_rod"]);
  const id = await until("its id", () => idAt(at(position)));
  await ben.movement.warpTo({ x: 4.5, y: 1, z: -12.5 });
  await server.ticks(4);
  ben.world.breakBlock(position);
  await until("a broken barrel", () => server.world.block(position).isAir);
  await server.ticks(2);
  assert.deepEqual(look(at(position)), []);
  await until("the row", async () => (await server.history(id)).some((row) => row.startsWith("Ben BLOCK_BREAK")));
  assert.deepEqual(server.serious, []);
});

test("a window that outlives its block is a place of its own, once for all who look", async () => {
  const position = { x: 0, y: 1, z: -5 };
  await server.world.setBlock(position, "barrel");
  server.world.putInBlock(position, 0, "fishing_rod");
  await ada.world.openBlock(position);
  await ben.world.openBlock(position);
  const windows = () => [...server.running.doubletake.platform.places()].filter((place) => place.startsWith("window:"));
  assert.deepEqual(windows(), []);
  server.world.block(position).identifier = "minecraft:air" as never;
  assert.deepEqual(look(at(position)), []);
  assert.equal(windows().length, 1);
  assert.deepEqual(look(windows()[0]!), ["0 fishing_rod"]);
  await ada.world.close();
  assert.deepEqual(look(windows()[0]!), ["0 fishing_rod"], "it is the other viewer's now");
  await ben.world.close();
  assert.deepEqual(windows(), []);
});

test("an entity that carries items is a place; when it is gone, so is the place", async () => {
  const runtimeId = server.world.spawnEntity("chest_minecart", { x: 6, y: 1, z: -3 });
  await server.ticks(2);
  const cart = server.world.dimension.getEntity(runtimeId, true)!;
  cart.getTrait(EntityInventoryTrait).container.setItem(4, server.world.item("bow"));
  const place = `entity:default:${cart.uniqueId}`;
  assert.ok([...server.running.doubletake.platform.places()].includes(place));
  assert.deepEqual(look(place), ["4 bow"]);
  const at = server.running.doubletake.platform.locationOf?.(place);
  assert.equal(at && groundPlace(at), "ground:default:0,-1");
  cart.despawn();
  await server.ticks(2);
  assert.deepEqual(look(place), []);
  assert.equal(server.running.doubletake.platform.isGone?.(place), true);
  assert.equal(look("entity:default:123456789"), undefined);
});

test("two sessions of one account are two places", async () => {
  ben.cutOff();
  const second = await server.join("Ben");
  const places = [...server.running.doubletake.platform.players()].filter(({ name }) => name === "Ben");
  assert.deepEqual(
    places.map(({ place }) => place),
    [`player:${places[0]!.id}`, `player:${places[0]!.id}#2`],
  );
  assert.ok(places.every(({ place }) => look(place) !== undefined));
  await second.leave();
});

test("armour of a player who is still logging in is looked at where it is stored", async () => {
  await server.leave(ada);
  const seen = new Promise<string[] | undefined>((resolve) => {
    server.harness.serenity.onceAfter(WorldEvent.PlayerJoin, ({ player }) => resolve(look(placeOf(player.username))));
  });
  ada = await server.join("Ada");
  assert.ok(
    (await seen)?.some((line) => line.endsWith("iron_chestplate")),
    String(await seen),
  );
  assert.equal(look(placeOf("Ada"))?.filter((line) => line.endsWith("iron_chestplate")).length, 1);
});

test("writing to an item does not touch a container that it has left", async () => {
  const { container } = server.world.player("Ada").getTrait(EntityInventoryTrait);
  const stack = server.world.item("bow");
  container.setItem(33, stack);
  container.clearSlot(33);
  assert.equal(stack.container, container, "Serenity leaves it there");
  new SerenityItem(stack).writeTag("left");
  assert.equal(new SerenityItem(stack).readTag(), "left");
  assert.ok(!container.storage.includes(stack) && !("-1" in container.storage));
});

test("the contents of a box with the data of a picked block, and of a bundle, are found and kept", async () => {
  for (const [material, wrap] of [
    ["white_shulker_box", (items) => ["Block", compound({ Items: items })]],
    ["bundle", (items) => ["storage_item_component_content", items]],
  ] satisfies [string, Wrap][]) {
    const stack = filled(material, "bow", wrap);
    const { container } = server.world.player("Ada").getTrait(EntityInventoryTrait);
    container.setItem(30, stack);
    await until(
      `an id inside the ${material}`,
      () => JSON.stringify(stack.nbt.toJSON()).match(/doubletake:id/g)?.length === 2,
    );
    assert.ok(container.storage[30] instanceof ItemStack);
    container.clearSlot(30);
  }
});

test("the server stops with a double chest open, and finds everything in its place again", async () => {
  const [lower, upper] = await doubleChest({ x: 10, y: 1, z: -8 });
  server.world.putInBlock(upper, 13, "fishing_rod", { mark: "far end" });
  const window = await ada.world.openBlock(lower);
  await until("all slots", () => ada.items.window?.slots.length === 54 && window);
  await server.ticks(3);
  server = await server.restart();
  ada = await server.join("Ada");
  const again = await ada.world.openBlock(lower);
  assert.equal(again.slots.length, 54);
  await until("the rod in slot 40", () => ada.items.window?.slots[40]?.nbt.mark === "far end");
  await server.ticks(30);
  assert.deepEqual(server.serious, []);
});

async function doubleChest(lower: { x: number; y: number; z: number }) {
  const upper = { ...lower, x: lower.x + 1 };
  for (const position of [lower, upper]) await server.world.setBlock(position, "chest");
  (server.world.block(lower).getTrait("chest") as unknown as { pair(): void }).pair();
  return [lower, upper] as const;
}

function containerOf(position: { x: number; y: number; z: number }): Container {
  const traits = server.world.block(position).getAllTraits() as { container?: Container }[];
  return traits.find((trait) => trait.container !== undefined)!.container!;
}

/** The key, and what stands there, by which an item of some kind holds others. */
type Wrap = (items: ListTag<CompoundTag>) => [key: string, tag: CompoundTag | ListTag<CompoundTag>];

function filled(material: string, inside: string, wrap: Wrap): ItemStack {
  const stack = server.world.item(material);
  const inner = compound({});
  inner.push(...server.world.item(inside).getStorage().values());
  inner.set("Slot", new IntTag(7, "Slot"));
  const [key, tag] = wrap(new ListTag([inner], "Items"));
  stack.nbt.set(key, tag as CompoundTag);
  return stack;
}

function compound(entries: Record<string, CompoundTag | ListTag<CompoundTag>>): CompoundTag {
  const tag = new CompoundTag();
  for (const [key, value] of Object.entries(entries)) tag.set(key, value as CompoundTag);
  return tag;
}

test("another plugin does all that docs/api.md shows, with this server's own stacks and players", async () => {
  const stack = server.world.item("diamond_sword");
  const { container } = server.world.player("Ada").getTrait(EntityInventoryTrait);
  container.setItem(30, stack);
  const id = await runDocumentedPlugin(stack, server.world.player("Ada"));
  assert.equal(new SerenityItem(stack).readTag(), id);
});
