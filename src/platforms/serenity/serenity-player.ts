import { createHash } from "node:crypto";
import {
  type Container,
  EntityEquipmentTrait,
  EntityInventoryTrait,
  type Player as HostPlayer,
  type ItemStack,
  PlayerCraftingInputTrait,
  PlayerCraftingOutputTrait,
  PlayerCursorTrait,
} from "@serenityjs/core";
import { Gamemode, Vector3f } from "@serenityjs/protocol";
import {
  canonicalItemId,
  type Item,
  type Location,
  type Permission,
  type PlaceKey,
  type Player,
  playerName,
  playerPlace,
  type Subcommand,
  windowPlace,
} from "../../index.ts";
import { SerenityItem } from "./items/serenity-item.ts";
import { isInWorld, positionOf } from "./places/entity-facts.ts";
import { chatParts } from "./staff/chat-text.ts";
import type { Worlds } from "./worlds.ts";

export const OUTPUT = "output";

/** One session that Serenity serves. */
export class SerenityPlayer implements Player {
  readonly host: HostPlayer;
  readonly id: string;
  readonly place: PlaceKey;
  /** The place of a window that this session still has open although its block or entity is gone. */
  readonly window: PlaceKey;
  /** Every slot that is the player's own, by the name of its container. */
  readonly containers: ReadonlyMap<string, Container>;
  /** Where crafted and creative items appear before they belong to anybody. A client can put its own items there, too. */
  readonly output: Container | undefined;
  /** False while the player is logging in; armour is still in its stored form then. */
  hasSpawned: boolean;
  readonly session: number;
  #username = "";
  #name = "";
  readonly #worlds: Worlds;

  constructor(host: HostPlayer, session: number, worlds: Worlds) {
    this.host = host;
    this.session = session;
    this.#worlds = worlds;
    this.id = accountOf(host);
    this.place = playerPlace(this.id, session);
    this.window = session === 1 ? windowPlace(this.id) : `${windowPlace(this.id)}#${session}`;
    this.containers = containersOf(host);
    this.output = this.containers.get(OUTPUT);
    this.hasSpawned = isInWorld(host);
  }

  get name(): string {
    const { username } = this.host;
    // The name is read at every action, and seldom changes.
    if (username !== this.#username) {
      this.#username = username;
      this.#name = playerName(username);
    }
    return this.#name;
  }

  owns(container: Container): boolean {
    return container.isEntityContainer() && container.entity === this.host;
  }

  location(): Location {
    const { x, y, z } = positionOf(this.host);
    return this.#worlds.locationOf(this.host.dimension, { x, y: withoutNoise(y), z });
  }

  heldItem(): Item | undefined {
    const held = this.host.getHeldItem();
    return held === null ? undefined : new SerenityItem(held);
  }

  isCreative(): boolean {
    return this.host.getGamemode() === Gamemode.Creative;
  }

  /** Only the client itself sends its input, and it does so at every tick. */
  lastInput(): bigint {
    return this.host.inputInfo.tick;
  }

  hasPermission(permission: Permission): boolean {
    return isPermitted(this.host, permission);
  }

  send(text: string): void {
    this.host.sendMessage({ rawtext: chatParts(text) });
  }

  give(item: Item): boolean {
    const { container } = this.host.getTrait(EntityInventoryTrait);
    const free = container.storage.indexOf(null);
    if (free < 0) return false;
    container.setItem(free, item.stack as ItemStack);
    return true;
  }

  teleport({ world, x, y, z }: Location): void {
    const dimension = this.#worlds.find(world);
    if (dimension === undefined) return;
    const isElsewhere = dimension !== this.host.dimension;
    void this.host.teleport(new Vector3f(x, y, z), isElsewhere ? dimension : undefined);
  }
}

/** Operators may do everything. */
function isPermitted(host: HostPlayer, permission: Permission): boolean {
  return host.isOp || host.hasPermission(permission);
}

export function mayUse(host: HostPlayer, { permission, alsoFor = [] }: Subcommand): boolean {
  return [permission, ...alsoFor].some((needed) => isPermitted(host, needed));
}

/** Heights arrive as 32-bit eye heights. Without rounding, a player who stands on a block would often be a tiny bit inside it. */
function withoutNoise(y: number): number {
  return Math.round(y * 1000) / 1000;
}

/** In offline mode a client names its own account. A name that is not a UUID must still give the same account every time. */
export function accountOf({ uuid }: HostPlayer): string {
  const id = canonicalItemId(uuid);
  if (id !== undefined) return id;
  const hex = createHash("sha256").update(uuid).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function containersOf(host: HostPlayer): ReadonlyMap<string, Container> {
  const equipment = host.getTrait(EntityEquipmentTrait);
  const containers: Record<string, Container | undefined> = {
    inventory: host.getTrait(EntityInventoryTrait)?.container,
    armour: equipment?.armor,
    "off-hand": equipment?.offhand,
    cursor: host.getTrait(PlayerCursorTrait)?.container,
    crafting: host.getTrait(PlayerCraftingInputTrait)?.container,
    [OUTPUT]: host.getTrait(PlayerCraftingOutputTrait)?.container,
  };
  return new Map(Object.entries(containers).flatMap(([name, container]) => (container ? [[name, container]] : [])));
}
