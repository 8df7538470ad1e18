import type { EventEmitter } from "node:events";

/** The few members of flying-squid 1.12.0 that we use; it ships no types of its own. */
export interface SquidServer extends EventEmitter {
  readonly players: SquidPlayer[];
  readonly entities: Record<string, SquidEntity>;
  readonly registry: SquidRegistry;
  readonly commands: SquidCommands;
  /** Set when the world is open, after plugins are loaded. */
  readonly overworld?: SquidWorld;
  readonly netherworld?: object;
  supportFeature(name: string): boolean;
  handleCommand(line: string): Promise<void>;
  spawnObject: (type: number, world: object, position: Vector, options: SpawnOptions) => SquidEntity;
  destroyEntity: (entity: SquidEntity) => void;
  placeItem: (data: PlacedItem) => PlacedBlock | Promise<PlacedBlock>;
  quit: (reason?: string) => Promise<void>;
  info(message: string): void;
  warn(message: string): void;
  err(message: string): void;
}

interface SquidWorld {
  /** Stops saving changed chunks every second. */
  stopSaving(): void;
  /** Saves the chunks that have changed so far. */
  waitSaving(): Promise<void>;
}

export interface SquidRegistry {
  readonly itemsByName: Record<string, ItemType | undefined>;
  readonly items: Record<number, ItemType | undefined>;
  readonly blocks: Record<number, unknown>;
  readonly entitiesByName: Record<string, { readonly id: number } | undefined>;
  readonly version: { readonly minecraftVersion: string };
  /** English names by their keys, e.g. `item.minecraft.diamond_sword`; absent for versions without them. */
  readonly language?: Readonly<Record<string, string | undefined>>;
  /** By the number of the result's type; absent for versions without recipes. */
  readonly recipes?: Record<number, readonly SquidRecipe[] | undefined>;
}

/** A shaped recipe has rows (`inShape`), a shapeless one a list (`ingredients`). */
export interface SquidRecipe {
  readonly inShape?: readonly (readonly SquidIngredient[])[];
  readonly ingredients?: readonly SquidIngredient[];
  readonly result: { readonly count: number };
}

/** The number of an item's type; up to 1.12 possibly an object that also names the variant. An empty slot of a shape is null. */
export type SquidIngredient = number | { readonly id: number } | null;

export interface ItemType {
  readonly id: number;
  readonly name: string;
  readonly stackSize: number;
}

interface SquidCommands {
  readonly hash: Record<string, { readonly params: CommandParams } | undefined>;
  add(params: CommandParams): void;
}

interface CommandParams {
  base: string;
  info: string;
  usage: string;
  op?: boolean;
  tab?: readonly string[];
  action(parsed: unknown, context: { readonly player?: SquidPlayer }): unknown;
}

/** A position. `offset` makes another vector of the server's own class. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  offset(x: number, y: number, z: number): Vector;
}

export interface SpawnOptions {
  readonly itemId?: number;
  readonly itemDamage?: number;
  readonly itemCount?: number;
  readonly pickupTime?: number;
  readonly deathTime?: number;
}

export interface PlacedItem {
  readonly item: SquidStack;
  readonly player: SquidPlayer;
  readonly placedPosition: Vector;
}

export interface PlacedBlock {
  readonly id?: number;
}

export interface SquidEntity extends EventEmitter {
  readonly id: number;
  readonly world: object;
  readonly position: Vector;
  /** Present on items that can be picked up. */
  itemId?: number;
  itemDamage?: number;
  itemCount?: number;
  _writeOthersNearby(packet: string, fields: object): void;
  destroy(): void;
}

export interface SquidPlayer extends SquidEntity {
  readonly username: string;
  readonly uuid: string;
  readonly op: boolean;
  readonly gameMode: number;
  readonly health: number;
  readonly heldItemSlot: number;
  /** The server's inventory plugin makes it before `newPlayer`. */
  readonly inventory: SquidWindow;
  readonly disconnected?: boolean;
  readonly _client: SquidClient;
  collect: (entity: SquidEntity) => void;
  kick: (reason?: string) => void;
  save: () => Promise<void>;
  findSpawnPoint: () => Promise<void>;
  updateHealth: (health: number) => void;
  setGameMode: (mode: number) => void;
  chat(message: string | object): void;
  teleport(position: Vector): Promise<void>;
  changeWorld(world: object, options: { dimension: number }): Promise<void>;
}

interface SquidWindow extends EventEmitter {
  readonly slots: (SquidStack | null | undefined)[];
  /** The stack on the cursor. */
  selectedItem: SquidStack | null;
  updateSlot(slot: number, stack: SquidStack | null): void;
  acceptClick(click: object): unknown;
}

export interface SquidClient extends EventEmitter {
  readonly uuid: string;
  readonly socket: { readonly bytesRead: number };
  write: (packet: string, fields: unknown) => void;
}

/** A stack of prismarine-item. Up to 1.20.4 its data is in `nbt`, later in `components`. */
export interface SquidStack {
  type: number;
  count: number;
  metadata: number;
  readonly name: string;
  nbt: NbtCompound | null;
  components?: Component[];
  componentMap?: Map<string, Component>;
  removedComponents?: object[];
  slot?: number;
}

export interface NbtTag {
  readonly type: string;
  readonly value: unknown;
}

export type NbtValues = Readonly<Record<string, NbtTag | undefined>>;

export interface NbtCompound {
  readonly type: "compound";
  readonly name?: string;
  readonly value: NbtValues;
}

export interface Component {
  readonly type: string;
  readonly data?: unknown;
}
