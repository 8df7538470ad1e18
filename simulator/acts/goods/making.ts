import type { Session } from "../../world/account.ts";
import type { Goods } from "../../world/material.ts";
import { FOOD, MAKINGS, type Making, PLACEABLE } from "../../world/recipes.ts";
import type { Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";
import { interacted, layDown } from "../carrying.ts";
import type { Act } from "../item-acts.ts";
import { addGoods, anyGoods, countOf, roomFor, stacksOf, takeGoods, takeOne } from "./amounts.ts";
import { noteFall } from "./falls.ts";

/** Crafts once, or as often as ingredients and room allow, but at most eight times. */
export const craft: Act = (world, session, random) => {
  const { slots } = session;
  const possible = MAKINGS.filter(({ from }) => from.every(([material, count]) => countOf(slots, material) >= count));
  if (possible.length === 0 || slots.filled >= slots.storage - 3) return false;
  const making = random.pick(possible);
  const most = Math.min(...making.from.map(([material, count]) => Math.floor(countOf(slots, material) / count)));
  const room = Math.floor(roomFor(slots, making.makes) / making.count);
  const times = Math.min(random.chance(0.3) ? most : 1, room, 8);
  if (times === 0) return false;
  const used: Goods = making.from.map(([part, count]) => [part, takeGoods(world, slots, part, count * times)]);
  addGoods(world, slots, making.makes, making.count * times);
  tellCrafted(world, session, making, used);
  world.goods.made(session.account.id, making, times);
  return true;
};

/** The event reports the stack that the output went onto. */
export function tellCrafted(world: World, session: Session, { makes }: Making, moved: Goods): boolean {
  const stack = stacksOf(session.slots, makes).at(-1);
  if (stack === undefined) return false;
  return world.channel.emit({ kind: "interaction", action: "CRAFTED", session, stack, count: stack.count, moved });
}

/** Moves the first stack to the first free slot: nothing becomes more or less. */
export const rearrange: Act = (world, session, random) => {
  const stack = anyGoods(session.slots, random);
  if (stack === undefined) return false;
  const [first] = session.slots.stacks();
  session.slots.lift(first!);
  session.slots.add(first!, session.slots.storage);
  clicked(world, session, stack);
  return true;
};

export function clicked(world: World, session: Session, stack: Stack): boolean {
  return interacted(world, session, stack, "INVENTORY_CLICK");
}

export const placeBlock: Act = (world, session) => {
  const { account, slots } = session;
  const { placed } = world.chunkAt(account.at);
  const stack = slots.stacks().find(({ material }) => PLACEABLE.has(material));
  if (stack === undefined || placed.freeSlot() < 0) return false;
  const { material, count } = stack;
  if (!account.isCreative) takeOne(world, stack);
  placed.add(world.items.mint(material));
  world.channel.emit({ kind: "interaction", action: "BLOCK_PLACE", session, stack, count, moved: [[material, 1]] });
  return true;
};

/** Breaks a placed block, which drops itself. */
export const breakBlock: Act = (world, session) => {
  const { placed, ground } = world.chunkAt(session.account.at);
  const block = placed.stacks().at(-1);
  if (block === undefined) return false;
  world.channel.emit({ kind: "sighting", action: "BLOCK_BREAK", slots: ground, session, isCertain: true });
  noteFall(world, ground);
  layDown(world, session, block);
  return true;
};

/** Eats one of a stack. The last one is always reported; the others only on some game servers. */
export const eat: Act = (world, session, random) => {
  const { slots } = session;
  const stack = slots.stacks().find(({ material }) => FOOD.has(material));
  if (stack === undefined) return false;
  const { material, count } = stack;
  const isTold = count === 1 || random.chance(0.8);
  takeOne(world, stack);
  if (isTold) {
    const moved: Goods = [[material, 1]];
    world.channel.emit({ kind: "item-ended", action: "CONSUME", session, stack, count, moved });
    world.goods.usedUp(slots.place, material, 1);
  } else world.goods.lostUnseen(material, 1, [slots.place]);
  return true;
};
