import { createHash } from "node:crypto";
import type { Item, Location, Permission, PlaceKey, Player, StackVisitor } from "../core/index.ts";
import { playerPlace } from "../core/index.ts";
import { FakeItem, type FakeStack } from "./fake-item.ts";

/** Slots: 36 of the inventory, 4 of armour, the off hand, the cursor. */
const INVENTORY_SLOTS = 36;
const SLOT_NAMES = [
  ...Array.from({ length: INVENTORY_SLOTS }, (_, slot) => `inventory/${slot}`),
  ...["armour/0", "armour/1", "armour/2", "armour/3", "off-hand/0", "cursor/0"],
];

/** A player of the fake game. Everything that is said to it stays in `heard`. */
export class FakePlayer implements Player {
  readonly id: string;
  readonly name: string;
  readonly place: PlaceKey;
  readonly permissions: Set<Permission>;
  readonly slots: (FakeStack | undefined)[] = new Array(SLOT_NAMES.length).fill(undefined);
  /** What was said to this player, with `§` codes. */
  readonly heard: string[] = [];
  at: Location;
  isInCreative = false;
  /** A test raises it when the player's client sends something. */
  inputs = 0;

  constructor(
    name: string,
    options: {
      at?: Location;
      permissions?: readonly Permission[];
      session?: number;
      slots?: (FakeStack | undefined)[];
    } = {},
  ) {
    this.name = name;
    this.id = accountId(name);
    this.place = playerPlace(this.id, options.session);
    this.at = options.at ?? { world: "world", x: 0, y: 64, z: 0 };
    this.permissions = new Set(options.permissions);
    for (const [slot, stack] of (options.slots ?? []).entries()) this.slots[slot] = stack;
  }

  static slotName(index: number): string {
    return SLOT_NAMES[index]!;
  }

  location(): Location {
    return this.at;
  }

  heldItem(): Item | undefined {
    return this.slots[0] && new FakeItem(this.slots[0]);
  }

  isCreative(): boolean {
    return this.isInCreative;
  }

  lastInput(): number {
    return this.inputs;
  }

  hasPermission(permission: Permission): boolean {
    return this.permissions.has(permission);
  }

  send(text: string): void {
    this.heard.push(text);
  }

  give(item: Item): boolean {
    const free = this.slots.indexOf(undefined);
    if (free < 0 || free >= INVENTORY_SLOTS) return false;
    this.slots[free] = item.stack as FakeStack;
    return true;
  }

  teleport(to: Location): void {
    this.at = to;
  }

  showSlots(see: StackVisitor, unstackableOnly = false): void {
    for (let index = 0; index < this.slots.length; index++) {
      const stack = this.slots[index];
      if (stack === undefined || (unstackableOnly && stack.maxStackSize !== 1 && !stack.inside)) continue;
      see(new FakeItem(stack), FakePlayer.slotName(index), this.at);
    }
  }
}

/** The same name is the same account, in every run. */
export function accountId(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
