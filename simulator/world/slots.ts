import { type Location, ownerOfPlace, type PlaceKey } from "../../src/core/index.ts";
import { InvariantError } from "../truth/invariant-error.ts";
import type { Chunk } from "./chunk.ts";
import { rootOf, type Stack } from "./stack.ts";

export type SlotsKind = "player" | "ender" | "block" | "ground" | "entity" | "window" | "inside" | "store" | "display";

/** Collects the slots that changed in this tick, for detectors that look at everything that may have changed. */
export class Changes {
  readonly slots = new Set<Slots>();
}

/** Anything with slots: a player, a container, the ground of a chunk, the inside of a box, a plugin's storage. */
export class Slots {
  readonly kind: SlotsKind;
  /** Empty if it is no place of its own, like the inside of an item or a plugin's storage. */
  readonly place: PlaceKey;
  /** Unique among all servers of a network. */
  readonly address: PlaceKey;
  readonly serverName: string;
  /** The account whose place it is. */
  readonly ownerId: string | undefined;
  readonly capacity: number;
  readonly slots: (Stack | undefined)[] = [];
  readonly #changes: Changes;
  /** True if it can be looked at now. */
  isLit = false;
  /** The item whose inside this is. */
  owner: Stack | undefined;
  /** The chunk that a block, entity or ground belongs to. */
  chunk: Chunk | undefined;
  location: Location | undefined;
  /** Set while a scenario needs it for itself. */
  isReserved = false;
  /** Set for a block that is a placed box. */
  isBox = false;
  /** When a delivered event last said that this goes dark, and the newest instance at that moment. */
  darkMark: { readonly tick: number; readonly instance: number } | undefined;
  /** True if anything was ever in it. Only then is it reported when it loads or unloads. */
  hasBeenFilled = false;
  /** Until this tick a plugin may still be filling it, so its contents belong to nobody yet. */
  unsettledUntil = -1;
  /** The account whose things a sync plugin keeps here. */
  keptFor: string | undefined;
  /** How full it is. */
  filled = 0;

  constructor(kind: SlotsKind, place: PlaceKey, capacity: number, changes: Changes, serverName = "") {
    this.kind = kind;
    this.place = place;
    this.serverName = serverName;
    this.address = serverName === "" ? place : `server:${serverName}/${place}`;
    this.ownerId = place === "" ? undefined : ownerOfPlace(place);
    this.capacity = capacity;
    this.#changes = changes;
  }

  put(stack: Stack, index: number): void {
    if (stack.home !== undefined) throw new InvariantError(2, `instance ${stack.instance} would be in two slots`);
    if (this.slots[index] !== undefined)
      throw new InvariantError(2, `${this.place} slot ${index} would hold two stacks`);
    while (this.slots.length < index) this.slots.push(undefined);
    this.slots[index] = stack;
    stack.home = this;
    stack.index = index;
    this.filled++;
    this.hasBeenFilled = true;
    this.touch();
  }

  /** Puts a stack into the first free slot below `limit`. Returns false if there is none. */
  add(stack: Stack, limit = this.capacity): boolean {
    const index = this.freeSlot(limit);
    if (index < 0) return false;
    this.put(stack, index);
    return true;
  }

  freeSlot(limit = this.capacity): number {
    for (let index = 0; index < limit; index++) if (this.slots[index] === undefined) return index;
    return -1;
  }

  /** Takes a stack out. It is then in flight. */
  lift(stack: Stack): Stack {
    if (stack.home !== this) throw new InvariantError(2, `instance ${stack.instance} is not in ${this.place}`);
    this.slots[stack.index] = undefined;
    if (stack.index === this.slots.length - 1) this.slots.length--;
    stack.home = undefined;
    stack.index = -1;
    this.filled--;
    this.touch();
    return stack;
  }

  /** The slots below this one are for storage. For a player, that is the inventory. */
  get storage(): number {
    return this.kind === "player" ? INVENTORY_SLOTS : this.capacity;
  }

  stacks(): Stack[] {
    return this.slots.filter((stack) => stack !== undefined);
  }

  slotName(stack: Stack): string {
    return this.kind === "player"
      ? playerSlotName(stack.index)
      : this.kind === "ground"
        ? stack.entity
        : `${stack.index}`;
  }

  /** Notes that the outermost place changed. */
  touch(): void {
    if (this.owner === undefined) this.#changes.slots.add(this);
    else rootOf(this.owner)?.root.touch();
  }
}

/** Takes a stack out of wherever it is. */
export function lift(stack: Stack): Stack {
  return stack.home === undefined ? stack : stack.home.lift(stack);
}

export const INVENTORY_SLOTS = 36;
export const FIRST_ARMOUR_SLOT = 36;
export const OFF_HAND_SLOT = 40;
export const CURSOR_SLOT = 41;
export const FIRST_GRID_SLOT = 42;
export const FIRST_STATION_SLOT = 46;
export const PLAYER_SLOTS = 48;

function playerSlotName(index: number): string {
  if (index < INVENTORY_SLOTS) return `inventory/${index}`;
  if (index < OFF_HAND_SLOT) return `armour/${index - FIRST_ARMOUR_SLOT}`;
  if (index === OFF_HAND_SLOT) return "off-hand/0";
  if (index === CURSOR_SLOT) return "cursor/0";
  if (index < FIRST_STATION_SLOT) return `grid/${index - FIRST_GRID_SLOT}`;
  return `station/${index - FIRST_STATION_SLOT}`;
}
