import type { Item, Location, PlaceKey, Player } from "../../src/core/index.ts";
import type { Account } from "./account.ts";
import { SimItem } from "./sim-item.ts";
import { INVENTORY_SLOTS, type Slots } from "./slots.ts";
import type { World } from "./world.ts";

/** A session as the platform port shows it. */
export class SimPlayer implements Player {
  readonly id: string;
  readonly name: string;
  readonly place: PlaceKey;
  readonly #world: World;
  readonly #account: Account;
  readonly #slots: Slots;
  /** From this tick on, the client sends nothing. */
  silentFrom = Number.POSITIVE_INFINITY;

  constructor(world: World, account: Account, slots: Slots) {
    this.id = account.id;
    this.name = account.name;
    this.place = slots.place;
    this.#world = world;
    this.#account = account;
    this.#slots = slots;
  }

  location(): Location {
    return this.#account.at;
  }

  heldItem(): Item | undefined {
    const held = this.#slots.slots[0];
    return held && new SimItem(this.#world, held);
  }

  isCreative(): boolean {
    return this.#account.isCreative;
  }

  /** A client sends something in every tick. */
  lastInput(): number {
    return Math.min(this.#world.tick, this.silentFrom);
  }

  hasPermission(): boolean {
    return false;
  }

  send(): void {
    // No simulated player reads messages.
  }

  give(item: Item): boolean {
    if (!(item instanceof SimItem) || this.#slots.freeSlot(INVENTORY_SLOTS) < 0) return false;
    this.#world.items.admit(item.inner);
    this.#slots.add(item.inner, INVENTORY_SLOTS);
    this.#world.onGiven(item.inner);
    return true;
  }
}
