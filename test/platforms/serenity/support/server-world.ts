import {
  type Block,
  type BlockInventoryTrait,
  type Container,
  type Dimension,
  type Entity,
  EntityEquipmentTrait,
  EntityInventoryTrait,
  EntityItemStackTrait,
  ItemStack,
  type Player,
  PlayerCraftingInputTrait,
  PlayerCraftingOutputTrait,
  PlayerCursorTrait,
  type Serenity,
} from "@serenityjs/core";
import { CompoundTag, IntTag, ListTag, StringTag } from "@serenityjs/nbt";
import { EquipmentSlot, Gamemode } from "@serenityjs/protocol";
import { CarelessPlugins } from "./careless-plugins.ts";
import { countItems, findCopies } from "./find-copies.ts";
import type { Position } from "./movement.ts";
import { until } from "./wait.ts";

/** An item as the server holds it. */
interface ServerItem {
  name: string;
  count: number;
  /** The test's own label on the item; see `GiveOptions.mark`. */
  mark: string | undefined;
}

interface GiveOptions {
  count?: number;
  /** Absent: the first free slot. */
  slot?: number;
  /** A string in the item's NBT under "mark". Two items with one mark are copies, whatever Doubletake thinks. */
  mark?: string;
  /** Doubletake's id, as if a plugin cloned an item with all of its data. */
  id?: string;
  /** The contents of a box, in its first slots. */
  inside?: readonly { name: string; options?: GiveOptions }[];
}

/** Acts and looks on the server's side. Arguments and answers are plain data, so that a child process can pass them. */
export class ServerWorld {
  readonly #serenity: Serenity;
  readonly #plugins: CarelessPlugins;

  constructor(serenity: Serenity) {
    this.#serenity = serenity;
    this.#plugins = new CarelessPlugins(serenity);
  }

  get dimension(): Dimension {
    return this.#serenity.getWorld().getDimension();
  }

  /** The newest session of that name. */
  player(name: string): Player {
    const player = [...this.#serenity.players.values()].reverse().find((candidate) => candidate.username === name);
    if (!player) throw new Error(`${name} is not on the server`);
    return player;
  }

  /** Makes an item, with the world's rules for stack sizes. */
  item(name: string, options: GiveOptions = {}): ItemStack {
    const stack = new ItemStack(`minecraft:${name}`, {
      stackSize: options.count ?? 1,
      world: this.#serenity.getWorld(),
    });
    if (options.mark !== undefined) stack.nbt.set("mark", new StringTag(options.mark, "mark"));
    if (options.id !== undefined) stack.nbt.set("doubletake:id", new StringTag(options.id, "doubletake:id"));
    const inside = options.inside?.map((inner, slot) => {
      const compound = new CompoundTag();
      compound.push(...this.item(inner.name, inner.options).getStorage().values());
      compound.set("Slot", new IntTag(slot, "Slot"));
      return compound;
    });
    if (inside !== undefined) stack.nbt.set("Items", new ListTag(inside, "Items"));
    return stack;
  }

  give(player: string, name: string, options: GiveOptions = {}): void {
    const { container } = this.player(player).getTrait(EntityInventoryTrait);
    const stack = this.item(name, options);
    if (options.slot === undefined) container.addItem(stack);
    else container.setItem(options.slot, stack);
  }

  /** Puts it on as a plugin does, whether or not the player has loaded the world. */
  equip(player: string, name: string, options: GiveOptions = {}): void {
    this.player(player).getTrait(EntityEquipmentTrait).setEquipment(EquipmentSlot.Chest, this.item(name, options));
  }

  /** Takes away what is in a slot, as the command `clear` does: no event tells of it. */
  clearSlot(player: string, slot: number): void {
    this.player(player).getTrait(EntityInventoryTrait).container.clearSlot(slot);
  }

  spawnItem(position: Position, name: string, options: GiveOptions = {}): void {
    this.dimension.spawnItem(this.item(name, options), position);
  }

  /** Returns the runtime id, by which clients name the entity. */
  spawnEntity(type: string, position: Position): bigint {
    return this.dimension.spawnEntity(`minecraft:${type}` as never, position as never).runtimeId;
  }

  /** Resolves when the chunk of this block is loaded. Until then Serenity shows air, and ignores clicks on its blocks. */
  async loadChunk(position: Position): Promise<void> {
    await this.dimension.getChunkAsync(position.x >> 4, position.z >> 4);
  }

  async setBlock(position: Position, name: string): Promise<void> {
    // Without its chunk, a block would be written into a placeholder and lost.
    await this.loadChunk(position);
    this.block(position).identifier = `minecraft:${name}` as never;
  }

  isAir(position: Position): boolean {
    return this.block(position).isAir;
  }

  block(position: Position): Block {
    return this.dimension.getBlock(position);
  }

  putInBlock(position: Position, slot: number, name: string, options: GiveOptions = {}): void {
    this.#blockContainer(position).setItem(slot, this.item(name, options));
  }

  /** Makes a container with something in it, both within one tick, so that nobody sees it become fuller. */
  async setFilledBlock(
    position: Position,
    block: string,
    slot: number,
    name: string,
    options: GiveOptions = {},
  ): Promise<void> {
    await this.setBlock(position, block);
    this.putInBlock(position, slot, name, options);
  }

  blockItems(position: Position): (ServerItem | null)[] {
    return this.#blockContainer(position).storage.map(look);
  }

  playerItems(name: string): (ServerItem | null)[] {
    return this.player(name).getTrait(EntityInventoryTrait).container.storage.map(look);
  }

  cursorItem(name: string): ServerItem | null {
    return look(this.player(name).getTrait(PlayerCursorTrait).container.storage[0] ?? null);
  }

  craftingItems(name: string): (ServerItem | null)[] {
    const player = this.player(name);
    const grid = player.getTrait(PlayerCraftingInputTrait).container.storage;
    return [...grid, ...player.getTrait(PlayerCraftingOutputTrait).container.storage].map(look);
  }

  /** The item in an item entity; null for every other entity. */
  itemOf(entity: Entity): ServerItem | null {
    return entity.hasTrait(EntityItemStackTrait) ? look(entity.getTrait(EntityItemStackTrait).itemStack) : null;
  }

  /** Where an item lies within that many blocks of a position; `undefined` if none does. */
  lyingNear({ x, z }: Position, distance: number): Position | undefined {
    const items = [...this.dimension.entities.values()].filter((entity) => entity.hasTrait(EntityItemStackTrait));
    const found = items.find(({ position }) => Math.hypot(position.x - x, position.z - z) <= distance);
    return found && { x: found.position.x, y: found.position.y, z: found.position.z };
  }

  groundItems(): ServerItem[] {
    const items = [...this.dimension.entities.values()].filter((entity) => entity.hasTrait(EntityItemStackTrait));
    return items.map((entity) => look(entity.getTrait(EntityItemStackTrait).itemStack)!);
  }

  /** Every place where an item with that mark is now, such as "player Ada inventory 3 x1"; also in open windows. */
  copies(mark: string): string[] {
    return findCopies(this.#serenity, mark);
  }

  /** How many of an item there are, anywhere. */
  count(name: string): number {
    return countItems(this.#serenity, `minecraft:${name}`);
  }

  setGamemode(player: string, mode: "survival" | "creative" | "adventure"): void {
    const modes = { survival: Gamemode.Survival, creative: Gamemode.Creative, adventure: Gamemode.Adventure };
    this.player(player).setGamemode(modes[mode]);
  }

  setOperator(player: string, isOperator = true): void {
    this.player(player).isOp = isOperator;
  }

  kill(player: string): void {
    this.player(player).kill();
  }

  killEntity(runtimeId: bigint): void {
    this.dimension.getEntity(runtimeId, true)?.kill();
  }

  /** See `CarelessPlugins`. */
  multiplyDrops(isOn: boolean): void {
    this.#plugins.multipliesDrops = isOn;
  }

  breakTwice(position: Position): void {
    this.#plugins.breakTwice(this.block(position));
  }

  keepContents(position: Position): void {
    this.#plugins.keep(this.block(position));
  }

  bringBackContents(position: Position, into = position): void {
    this.#plugins.bringBack(this.block(position), this.block(into));
  }

  giveKit(players: readonly string[], slot: number, name: string, options: GiveOptions = {}): void {
    const receivers = players.map((player) => this.player(player));
    this.#plugins.giveKit(this.item(name, options), receivers, slot);
  }

  /** Tells the client to go, as the kick command does. */
  kick(player: string): void {
    this.player(player).disconnect("kicked");
  }

  /** True if a session of that name stands in the world. */
  isAlive(player: string): boolean {
    return this.isServed(player) && this.player(player).isAlive;
  }

  /** True if the server serves a session of that name. */
  isServed(player: string): boolean {
    return this.sessionsOf(player) > 0;
  }

  /** How many sessions of that name the server serves. */
  sessionsOf(player: string): number {
    return [...this.#serenity.players.values()].filter(({ username }) => username === player).length;
  }

  /** The number of the tick that the server is in. */
  currentTick(): bigint {
    return this.#serenity.currentTick;
  }

  /** The network id of the first recipe with this result. */
  recipeId(result: string): number {
    const recipes = [...this.#serenity.getWorld().itemPalette.recipes.values()];
    const found = recipes.find((recipe) => {
      return recipe.resultants.some((item) => item.identifier === `minecraft:${result}`);
    });
    if (!found) throw new Error(`no recipe makes ${result}`);
    return found.recipeNetworkId;
  }

  /** The network id of a recipe by its own name, for results that several recipes have. */
  recipeIdByName(name: string): number {
    return this.#serenity.getWorld().itemPalette.recipes.get(`minecraft:${name}`)!.recipeNetworkId;
  }

  /** The number of an item in the creative menu. */
  creativeIndex(name: string): number {
    const palette = this.#serenity.getWorld().itemPalette;
    const network = palette.getType(`minecraft:${name}`)?.network;
    for (let index = 0; ; index++) {
      const entry = palette.getCreativeContentByIndex(index);
      if (!entry) throw new Error(`${name} is not in the creative menu`);
      if (entry.descriptor.network === network) return index;
    }
  }

  /** Resolves after that many ticks. The world ticks only while somebody plays. */
  async ticks(count: number): Promise<void> {
    const end = this.#serenity.currentTick + BigInt(count);
    await until(`${count} ticks`, () => this.#serenity.currentTick >= end, 10_000 + count * 1000);
  }

  /** True if the chunk around a position is in memory. */
  isLoaded(position: Position): boolean {
    const chunks = this.#serenity.getWorld().provider.chunks.get(this.dimension)?.values() ?? [];
    return [...chunks].some((chunk) => chunk.x === position.x >> 4 && chunk.z === position.z >> 4);
  }

  /** Writes all chunks, as the periodic save does. Players are not part of it. */
  async save(): Promise<void> {
    await this.#serenity.getWorld().provider.onSave();
  }

  #blockContainer(position: Position): Container {
    const traits = this.block(position).getAllTraits() as Partial<BlockInventoryTrait>[];
    const container = traits.find((trait) => trait.container)?.container;
    if (!container) throw new Error(`no container at ${JSON.stringify(position)}`);
    return container;
  }
}

function look(item: ItemStack | null): ServerItem | null {
  if (!item) return null;
  const mark = item.nbt.get<StringTag>("mark")?.valueOf();
  return { name: item.identifier.replace("minecraft:", ""), count: item.getStackSize(), mark };
}
