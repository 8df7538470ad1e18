import type { Session } from "../../world/account.ts";
import { BOX, isTracked } from "../../world/material.ts";
import { lift, type Slots } from "../../world/slots.ts";
import { goodsIn, type Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";
import { fall, gain } from "../carrying.ts";
import type { Act } from "../item-acts.ts";
import { addGoods, anyBox, anyGoods, moveGoods, someOf } from "./amounts.ts";
import { openedBy } from "./chests.ts";
import { noteFall } from "./falls.ts";
import { clicked } from "./making.ts";

export const newBox: Act = (world, session) => {
  const carried = session.slots.stacks().filter(({ material }) => material === BOX);
  return carried.length <= 1 && gain(world, session, BOX, "CRAFTED") !== undefined;
};

export const fillBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  const stack = anyGoods(session.slots, random);
  if (box === undefined || stack === undefined) return false;
  moveGoods(world, session.slots, box.inside!, stack.material, someOf(stack, random));
  clicked(world, session, box);
  return true;
};

export const emptyBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  const stack = box && anyGoods(box.inside!, random);
  if (box === undefined || stack === undefined) return false;
  moveGoods(world, box.inside!, session.slots, stack.material, stack.count);
  clicked(world, session, box);
  return true;
};

/** Breaks a placed box, which drops with everything in it. Another player who has it open sees its contents for a while longer. */
export const breakBox: Act = (world, session) => {
  const block = [...world.chunkAt(session.account.at).blocks.values()].find(({ isBox }) => isBox);
  if (block === undefined) return false;
  breakContainer(world, block, session);
  return true;
};

/** Breaks a chest, whose contents fall to the ground. Another chest is built in the same chunk. */
export const breakChest: Act = (world, session) => {
  const block = openedBy(world, session);
  const chunk = world.chunkAt(session.account.at);
  if (block === undefined || block.isBox || chunk.ground.filled > 40) return false;
  breakContainer(world, block, session);
  world.addBlock(chunk);
  return true;
};

/** A container breaks, and what was in it falls to the ground: in a box, if it is one. Nobody broke it if it was blown up. */
export function breakContainer(world: World, block: Slots, session?: Session): void {
  const { ground } = block.chunk!;
  const { channel, goods } = world;
  const contents = block.stacks();
  const by = session && { session };
  const isSpillTold = channel.emit({ kind: "sighting", action: "BLOCK_BREAK", slots: ground, ...by });
  noteFall(world, ground);
  const isEndTold = channel.emit({ kind: "going-dark", action: "BLOCK_BREAK", slots: block, ...by });
  // Goods that are found on the ground later may have come from anywhere.
  if (isEndTold && !isSpillTold)
    for (const [material, count] of contents.flatMap((stack) => goodsIn(stack)))
      goods.lostUnseen(material, count, [block.place]);
  for (const { place } of [block, ground]) if (session) goods.handled(place, session.account.id);
  for (const stack of contents) lift(stack);
  world.removeBlock(block);
  channel.emit({ kind: "sighting", action: "BLOCK_BREAK", slots: block });
  for (const viewer of world.sessions) {
    if (viewer.window !== block) continue;
    viewer.window = undefined;
    if (viewer !== session) keepWindow(world, viewer, contents);
  }
  const box = block.isBox ? world.items.mint(BOX) : undefined;
  for (const stack of contents)
    if (box === undefined) fall(world, stack, ground);
    else box.inside!.add(stack);
  if (box !== undefined) fall(world, box, ground);
}

/** The block behind a window is gone, but the window still shows what was in it. */
function keepWindow(world: World, session: Session, shown: readonly Stack[]): void {
  session.window = world.orphanWindow(session);
  session.windowSince = world.tick;
  for (const { material, count } of shown) if (!isTracked(material)) addGoods(world, session.window, material, count);
}
