import type { Action } from "../../src/core/index.ts";
import type { Session } from "../world/account.ts";
import { isTracked, type Material } from "../world/material.ts";
import { CURSOR_SLOT, INVENTORY_SLOTS, lift, type Slots } from "../world/slots.ts";
import { goodsIn, type Stack } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import { chunkUnder } from "./chunks.ts";

/** Ticks before a dropped item can be picked up. */
const PICK_UP_DELAY = 10;

/** Reports an act with an item; of goods without an id only if a ledger is kept. Returns true if the event arrives in time. */
export function interacted(
  world: World,
  session: Session,
  stack: Stack,
  action: Action,
  touched: readonly Slots[] = [],
  isCancelled = false,
): boolean {
  if (isTracked(stack.material))
    return world.channel.emit({ kind: "interaction", action, session, stack, touched, isCancelled });
  if (world.truth.goods === undefined) return false;
  return world.channel.emit({ kind: "interaction", action, session, stack, count: stack.count, touched });
}

/** Lays a stack on the ground near a player. */
export function layDown(world: World, session: Session, stack: Stack): Slots {
  const { ground } = chunkUnder(world, session.account.at);
  fall(world, stack, ground);
  return ground;
}

/** A stack falls to the ground. */
export function fall(world: World, stack: Stack, ground: Slots): void {
  stack.entity = `item-${world.fresh()}`;
  stack.pickUpFrom = world.tick + PICK_UP_DELAY;
  ground.add(lift(stack));
}

export function drop(world: World, session: Session, stack: Stack): void {
  const ground = layDown(world, session, stack);
  interacted(world, session, stack, "DROP", [ground]);
}

/** Returns false if there is no room. */
export function pickUp(world: World, session: Session, stack: Stack): boolean {
  const ground = stack.home!;
  if (session.slots.freeSlot(INVENTORY_SLOTS) < 0) return false;
  session.slots.add(lift(stack), INVENTORY_SLOTS);
  interacted(world, session, stack, "PICKUP", [ground]);
  return true;
}

/** Moves a stack within a player's slots. The stack in the target slot goes the other way. */
export function rearrange(world: World, session: Session, stack: Stack, to: number): void {
  const from = stack.index;
  if (from === to) return;
  const other = session.slots.slots[to];
  lift(stack);
  if (other) lift(other);
  session.slots.put(stack, to);
  if (other) session.slots.put(other, from);
  interacted(world, session, stack, "INVENTORY_CLICK");
}

/** Takes a stack onto the cursor and, within the same tick, puts it down elsewhere. */
export function throughCursor(world: World, session: Session, stack: Stack, to: number): void {
  if (session.slots.slots[CURSOR_SLOT] || session.slots.slots[to]) return;
  rearrange(world, session, stack, CURSOR_SLOT);
  rearrange(world, session, stack, to);
}

/** Puts a new item into a player's inventory. Returns `undefined` if there is no room. */
export function gain(world: World, session: Session, material: Material, action: Action): Stack | undefined {
  const index = session.slots.freeSlot(INVENTORY_SLOTS);
  if (index < 0) return undefined;
  const stack = world.items.mint(material, isTracked(material) ? 1 : 1 + (world.fresh() % 16));
  session.slots.put(stack, index);
  interacted(world, session, stack, action);
  return stack;
}

/** Uses an item up. */
export function useUp(world: World, session: Session | undefined, stack: Stack, action: Action = "CONSUME"): void {
  const location = session?.account.at ?? stack.home?.location;
  const home = stack.home;
  if ((isTracked(stack.material) || world.truth.goods) && location) {
    world.channel.emit({
      kind: "item-ended",
      action,
      stack,
      location,
      moved: goodsIn(stack),
      ...(session && { session }),
      ...(home && home.place !== "" && { touched: [home] }),
    });
  }
  world.items.end(stack);
}

/** Renames, repairs or enchants an item, which becomes another edition of the same item. */
export function improve(world: World, session: Session, stack: Stack, action: Action = "ENCHANT"): void {
  stack.edition++;
  stack.home?.touch();
  interacted(world, session, stack, action);
}

/** Stacks that free play may take from a holder. */
export function freeStacks(slots: Slots, limit = slots.capacity): Stack[] {
  return slots.slots.filter((stack, index) => stack !== undefined && index < limit && !stack.isReserved) as Stack[];
}

/** A free slot of the inventory; -1 if there is none. */
export function freeInventorySlot(session: Session): number {
  return session.slots.freeSlot(INVENTORY_SLOTS);
}
