import { type Container, EntityInventoryTrait, ItemStack } from "@serenityjs/core";
import { CompoundTag, IntTag, ListTag } from "@serenityjs/nbt";
import { Packet } from "@serenityjs/protocol";
import { blockPlace, groundPlace, locationOfPlace, type Permission, type Player } from "../../../../src/index.ts";
import type { SerenityPlatform } from "../../../../src/platforms/serenity/serenity-platform.ts";
import type { GameUnderTest, NewStack } from "../../../../src/testing/platform-contract/platform-contract.ts";
import { BedrockClient } from "./bedrock-client.ts";
import type { ServerHarness } from "./server-harness.ts";
import { sleep, until } from "./wait.ts";

/** Containers and drops are out of everybody's sight and reach, each in its own chunk. */
const FAR = 1000;
const CHUNK = 16;

const NAMES = [
  "join",
  "leave",
  "put",
  "empty",
  "container",
  "drop",
  "unload",
  "load",
  "tick",
  "heard",
  "stand",
  "type",
] as const;

/** A real server for the platform contract. It outlives a test; `close` removes the players that a test brought in. */
export class ContractGame implements GameUnderTest {
  static #chunks = 0;
  readonly platform: SerenityPlatform;
  readonly #server: ServerHarness;
  readonly #clients = new Map<string, BedrockClient>();
  #markers = 0;

  constructor(server: ServerHarness, platform: SerenityPlatform) {
    this.#server = server;
    this.platform = platform;
    // The contract takes its game apart into functions.
    for (const name of NAMES) {
      Object.defineProperty(this, name, { value: this[name].bind(this), enumerable: true });
    }
  }

  async join(name: string, permissions: readonly Permission[] = []): Promise<Player> {
    const client = await BedrockClient.join({ port: this.#server.port, name, viewDistance: 2 });
    this.#clients.set(name, client);
    const host = await until(`${name} in the world`, () => {
      const player = this.#server.world.player(name);
      return player.isAlive ? player : undefined;
    });
    for (const permission of host.getPermissions()) host.removePermission(permission);
    for (const permission of permissions) host.addPermission(permission);
    const player = [...this.platform.players()].find((candidate) => candidate.name === name)!;
    await this.empty(player);
    return player;
  }

  async leave({ name }: Player): Promise<void> {
    await this.#clients.get(name)?.leave();
    this.#clients.delete(name);
    await until(`${name} gone`, () => !this.#server.serenity.getPlayers().some(({ username }) => username === name));
  }

  async put({ name }: Player, stack: NewStack): Promise<void> {
    const { container } = this.#server.world.player(name).getTrait(EntityInventoryTrait);
    container.setItem(container.storage.indexOf(null), this.#stack(stack));
  }

  async empty({ name }: Player): Promise<void> {
    this.#server.world.player(name).getTrait(EntityInventoryTrait).container.clear();
  }

  async container(...stacks: NewStack[]): Promise<string> {
    const position = { x: FAR + CHUNK * ContractGame.#chunks++, y: 1, z: 3 };
    await this.#server.world.setBlock(position, "barrel");
    const traits = this.#server.world.block(position).getAllTraits() as { container?: Container }[];
    const container = traits.find((trait) => trait.container)!.container!;
    for (const [slot, stack] of stacks.entries()) container.setItem(slot, this.#stack(stack));
    return blockPlace({ world: "default", ...position });
  }

  async drop(stack: NewStack): Promise<string> {
    const position = { x: FAR + CHUNK * ContractGame.#chunks++ + 4.5, y: 1, z: -40.5 };
    await this.#server.world.dimension.getChunkAsync(position.x >> 4, position.z >> 4);
    this.#server.world.dimension.spawnItem(this.#stack(stack), position);
    await this.tick();
    return groundPlace({ world: "default", ...position });
  }

  /** Somebody comes by, so that the chunk is watched, and leaves. The chunk then leaves memory after some seconds. */
  async unload(place: string): Promise<void> {
    const position = locationOfPlace(place)!;
    const walker = await BedrockClient.join({ port: this.#server.port, name: "Walker", viewDistance: 2 });
    this.#clients.set("Walker", walker);
    walker.movement.warpTo({ ...position, z: position.z + 2 });
    await sleep(1000);
    walker.movement.warpTo({ x: 0.5, y: 1, z: 0.5 });
    await until("an unloaded chunk", () => !this.#server.world.isLoaded(position));
  }

  async load(place: string): Promise<void> {
    const { x, z } = locationOfPlace(place)!;
    await this.#server.world.dimension.getChunkAsync(x >> 4, z >> 4);
  }

  /** Ends a tick, and waits until everything that was sent has arrived. */
  async tick(): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = this.platform.onTick(() => {
        end();
        resolve();
      });
    });
    for (const [name, client] of this.#clients) {
      const marker = `marker ${++this.#markers}`;
      this.#server.world.player(name).sendMessage(marker);
      await client.chat.waitFor(new RegExp(`^${marker}$`));
    }
  }

  heard({ name }: Player): readonly string[] {
    return this.#clients.get(name)?.chat.lines ?? [];
  }

  async stand({ name }: Player): Promise<void> {
    const handled = new Promise((resolve) => this.#server.serenity.network.onceAfter(Packet.PlayerAuthInput, resolve));
    this.#clients.get(name)!.movement.input({});
    await handled;
  }

  async type({ name }: Player, line: string): Promise<void> {
    const handled = new Promise((resolve) => this.#server.serenity.network.onceAfter(Packet.CommandRequest, resolve));
    this.#clients.get(name)!.chat.send(line);
    await handled;
  }

  async close(): Promise<void> {
    for (const player of [...this.platform.players()]) await this.leave(player);
  }

  #stack({ material, count = 1, inside }: NewStack): ItemStack {
    const world = this.#server.serenity.getWorld();
    const name = material === "shulker_box" ? "undyed_shulker_box" : material;
    const stack = new ItemStack(`minecraft:${name}`, { stackSize: count, world });
    if (inside === undefined) return stack;
    const items = inside.map((inner, slot) => {
      const compound = new CompoundTag();
      compound.push(...this.#stack(inner).getStorage().values());
      compound.set("Slot", new IntTag(slot, "Slot"));
      return compound;
    });
    stack.nbt.set("Items", new ListTag(items, "Items"));
    return stack;
  }
}
