import {
  type Item,
  type Location,
  type Permission,
  type PermissionsFile,
  type PlaceKey,
  type Player,
  playerName,
  playerPlace,
  type StackVisitor,
} from "../../index.ts";
import type { SquidItems } from "./items/squid-items.ts";
import type { SquidPlayer, SquidServer, SquidStack } from "./squid-server.ts";
import { sendText } from "./staff/chat-text.ts";
import { findWorld, locationOf } from "./worlds.ts";

const CREATIVE = 1;
const HOTBAR = 36;
/** The slots that new items go into, in the game's order: the hotbar, then the rows above it. */
const FREE_SLOTS = [...range(36, 45), ...range(9, 36)];
const CURSOR = "cursor";

/** What all sessions of one server share. */
export interface PlayerContext {
  readonly serv: SquidServer;
  readonly items: SquidItems;
  readonly permissions: PermissionsFile;
}

/** One session. */
export class FlyingSquidPlayer implements Player {
  readonly id: string;
  readonly name: string;
  readonly place: PlaceKey;
  readonly session: number;
  readonly host: SquidPlayer;
  readonly #context: PlayerContext;

  constructor(host: SquidPlayer, session: number, context: PlayerContext) {
    this.host = host;
    this.id = host.uuid.toLowerCase();
    this.name = playerName(host.username);
    this.session = session;
    this.place = playerPlace(this.id, session);
    this.#context = context;
  }

  location(): Location {
    return locationOf(this.#context.serv, this.host.world, this.host.position);
  }

  heldItem(): Item | undefined {
    const stack = this.heldStack();
    return stack && this.#context.items.wrap(stack);
  }

  heldStack(): SquidStack | undefined {
    return this.host.inventory.slots[HOTBAR + this.host.heldItemSlot] ?? undefined;
  }

  isCreative(): boolean {
    return this.host.gameMode === CREATIVE;
  }

  lastInput(): number {
    return this.host._client.socket.bytesRead;
  }

  hasPermission(permission: Permission): boolean {
    return this.host.op === true || this.#context.permissions.has(this, permission);
  }

  send(text: string): void {
    sendText(this.host, this.#context.serv, text);
  }

  give(item: Item): boolean {
    return this.putAway(item.stack as SquidStack);
  }

  /** Puts this stack itself, not a copy, into a free slot; false if there is none. */
  putAway(stack: SquidStack): boolean {
    const { inventory } = this.host;
    const free = FREE_SLOTS.find((slot) => !inventory.slots[slot]);
    if (free === undefined) return false;
    inventory.updateSlot(free, stack);
    return true;
  }

  teleport({ world: name, x, y, z }: Location): void {
    const { host } = this;
    const target = findWorld(this.#context.serv, name);
    const { position } = host;
    const there = position.offset(x - position.x, y - position.y, z - position.z);
    if (target === undefined) return;
    if (target.world === host.world) void host.teleport(there);
    else void host.changeWorld(target.world, { dimension: target.dimension }).then(() => host.teleport(there));
  }

  /**
   * Shows every slot that flying-squid 1.12 keeps something in. Clients may name slots below the first and beyond the last one,
   * and the server stores items there.
   */
  showSlots(see: StackVisitor): void {
    const { slots, selectedItem } = this.host.inventory;
    const at = this.location();
    const { items } = this.#context;
    for (const slot in slots) {
      const stack = slots[slot];
      if (stack && stack.count > 0) see(items.wrap(stack), slot, at);
    }
    if (selectedItem && selectedItem.count > 0) see(items.wrap(selectedItem), CURSOR, at);
  }

  /** Takes `count` items of a stack out of its slot; false if the slot holds something else. */
  takeOut(slot: string, stack: object, count: number): boolean {
    return this.#change(slot, stack, (held) => less(held, count));
  }

  /** Puts another stack into the slot; false if the slot holds something else than the given one. */
  replace(slot: string, stack: object, by: SquidStack): boolean {
    return this.#change(slot, stack, () => by);
  }

  #change(slot: string, stack: object, changed: (held: SquidStack) => SquidStack | null): boolean {
    const { inventory } = this.host;
    const at = Number(slot);
    const held = slot === CURSOR ? inventory.selectedItem : inventory.slots[at];
    if (!held || held !== stack) return false;
    if (slot === CURSOR) inventory.selectedItem = changed(held);
    else inventory.updateSlot(at, changed(held));
    return true;
  }
}

/**
 * Takes `count` items off the stack. Returns null if that is all of it, and then leaves the stack itself as it is: it may be in
 * another slot, too.
 */
function less(stack: SquidStack, count: number): SquidStack | null {
  if (stack.count <= count) return null;
  stack.count -= count;
  return stack;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
