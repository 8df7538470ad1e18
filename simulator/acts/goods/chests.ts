import type { Session } from "../../world/account.ts";
import type { Goods } from "../../world/material.ts";
import { lift, type Slots } from "../../world/slots.ts";
import { goodsIn, type Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";
import type { Act } from "../item-acts.ts";
import { anyBox, anyGoods, moveGoods, someOf } from "./amounts.ts";

const MAX_STACKS = 20;

export const put: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const stack = anyGoods(session.slots, random);
  if (chest === undefined || stack === undefined || chest.filled > MAX_STACKS) return false;
  return putGoods(world, session, chest, stack, someOf(stack, random));
};

export function putGoods(world: World, session: Session, chest: Slots, stack: Stack, count: number): boolean {
  const moved = moveGoods(world, session.slots, chest, stack.material, count);
  return moved > 0 && putIn(world, session, chest, stack, [[stack.material, moved]]);
}

export const take: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const stack = chest && anyGoods(chest, random);
  if (chest === undefined || stack === undefined) return false;
  const moved = moveGoods(world, chest, session.slots, stack.material, someOf(stack, random));
  return moved > 0 && transferred(world, session, chest, stack, [[stack.material, moved]]);
};

export const useEnder: Act = (world, session, random) => {
  const { ender } = session.account;
  const [from, to] = ender.filled > 6 ? [ender, session.slots] : [session.slots, ender];
  const stack = anyGoods(from, random);
  if (stack === undefined) return false;
  const moved = moveGoods(world, from, to, stack.material, stack.count);
  return moved > 0 && transferred(world, session, ender, stack, [[stack.material, moved]]);
};

export const putBox: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const box = anyBox(session.slots, random);
  if (chest === undefined || box === undefined || chest.freeSlot() < 0) return false;
  chest.add(lift(box));
  return putIn(world, session, chest, box, goodsIn(box));
};

export const takeBox: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const box = chest && anyBox(chest, random);
  if (chest === undefined || box === undefined) return false;
  const { slots } = session;
  if (slots.freeSlot(slots.storage) < 0) return false;
  slots.add(lift(box), slots.storage);
  return transferred(world, session, chest, box, goodsIn(box));
};

/** The container that a player has open, while it exists and is near. */
export function openedBy(world: World, { window, account }: Session): Slots | undefined {
  return window !== undefined && world.chunkAt(account.at).blocks.get(window.place) === window ? window : undefined;
}

/** If an event about putting something in is not heard in time, the goods seem to have come by themselves. */
function putIn(world: World, session: Session, chest: Slots, stack: Stack, moved: Goods): true {
  world.goods.putInto(chest.place, session.slots.place, moved);
  if (!tell(world, session, chest, stack, moved))
    for (const [material, count] of moved) world.goods.fed(chest.place, material, count);
  return true;
}

function transferred(world: World, session: Session, chest: Slots, stack: Stack, moved: Goods): true {
  tell(world, session, chest, stack, moved);
  return true;
}

function tell(world: World, session: Session, chest: Slots, stack: Stack, moved: Goods): boolean {
  const { count } = stack;
  const action = "CONTAINER_TRANSFER";
  return world.channel.emit({ kind: "interaction", action, session, stack, count, touched: [chest], moved });
}
