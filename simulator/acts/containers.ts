import type { Session } from "../world/account.ts";
import { BOX } from "../world/material.ts";
import { INVENTORY_SLOTS, lift, type Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import { interacted, layDown } from "./carrying.ts";
import { chunkUnder } from "./chunks.ts";

export function open(world: World, session: Session, container: Slots): void {
  world.closeWindow(session);
  session.window = container;
  session.windowSince = world.tick;
  world.channel.emit({ kind: "sighting", action: "CONTAINER_OPEN", slots: container, session });
}

export function close(session: Session): void {
  session.window = undefined;
}

/** Returns false if the container is full. */
export function putInto(world: World, session: Session, stack: Stack, container: Slots): boolean {
  if (container.freeSlot() < 0) return false;
  container.add(lift(stack));
  interacted(world, session, stack, "CONTAINER_TRANSFER", [container]);
  return true;
}

/** Returns false if the player has no room. */
export function takeFrom(world: World, session: Session, stack: Stack): boolean {
  const container = stack.home!;
  if (session.slots.freeSlot(INVENTORY_SLOTS) < 0) return false;
  session.slots.add(lift(stack), INVENTORY_SLOTS);
  interacted(world, session, stack, "CONTAINER_TRANSFER", [container]);
  return true;
}

/** Moves a stack into a box or bundle that the player carries. */
export function putInside(world: World, session: Session, stack: Stack, outer: Stack): boolean {
  if (outer === stack || !outer.inside || outer.inside.freeSlot() < 0) return false;
  outer.inside.add(lift(stack));
  interacted(world, session, outer, "INVENTORY_CLICK");
  return true;
}

export function takeOut(world: World, session: Session, stack: Stack): boolean {
  if (session.slots.freeSlot(INVENTORY_SLOTS) < 0) return false;
  session.slots.add(lift(stack), INVENTORY_SLOTS);
  interacted(world, session, stack, "INVENTORY_CLICK");
  return true;
}

/** Places a box as a block: the item ends with its id, and its contents become the block's. */
export function placeBox(world: World, session: Session, box: Stack): Slots {
  const block = world.addBlock(chunkUnder(world, session.account.at));
  block.isBox = true;
  interacted(world, session, box, "BLOCK_PLACE", [block]);
  for (const inner of box.inside!.stacks()) {
    const { index } = inner;
    block.put(lift(inner), index);
  }
  world.items.end(box);
  return block;
}

/** Breaks a container. A box drops as a new item with its contents inside; from any other container the contents fall out. */
export function breakBlock(world: World, session: Session, block: Slots): Stack[] {
  world.channel.emit({ kind: "going-dark", action: "BLOCK_BREAK", slots: block, session });
  const contents = block.stacks();
  let dropped = contents;
  if (block.isBox) {
    const box = world.items.mint(BOX);
    for (const inner of contents) {
      const { index } = inner;
      box.inside!.put(lift(inner), index);
    }
    dropped = [box];
  }
  const loose = dropped.map((stack) => lift(stack));
  world.removeBlock(block);
  for (const stack of loose) {
    const ground = layDown(world, session, stack);
    interacted(world, session, stack, "BLOCK_BREAK", [ground]);
  }
  return loose;
}
