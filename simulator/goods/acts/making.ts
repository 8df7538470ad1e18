import type { Session } from "../account.ts";
import type { Stack } from "../bin.ts";
import { GoodsItem } from "../goods-item.ts";
import { FOOD, MAKINGS, type Making, PLACEABLE } from "../materials.ts";
import { type Goods, type GoodsWorld, INVENTORY_SLOTS } from "../world.ts";
import { type Act, anyGoods } from "./act.ts";

/** Crafts once, or as often as the ingredients allow. */
export const craft: Act = (world, session, random) => {
  const { slots } = session;
  const possible = MAKINGS.filter(({ from }) => from.every(([material, count]) => slots.countOf(material) >= count));
  if (possible.length === 0 || slots.stacks.length >= INVENTORY_SLOTS - 3) return false;
  const making = random.pick(possible);
  const most = Math.min(...making.from.map(([material, count]) => Math.floor(slots.countOf(material) / count)));
  const room = Math.floor(slots.roomFor(making.makes) / making.count);
  const times = Math.min(random.chance(0.3) ? most : 1, room, 8);
  if (times === 0) return false;
  make(world, session, making, times);
  return true;
};

export function make(world: GoodsWorld, session: Session, making: Making, times: number): void {
  const { slots } = session;
  const used: Goods = making.from.map(([material, count]) => [material, slots.take(material, count * times)]);
  slots.add(making.makes, making.count * times);
  tellCrafted(world, session, making, used);
  world.truth.made(session.id, making, times);
}

/** What is reported is the stack that the output went onto. */
export function tellCrafted(world: GoodsWorld, session: Session, making: Making, used: Goods): boolean {
  const output = session.slots.stacks.findLast(({ material }) => material === making.makes);
  if (output === undefined) return false;
  const item = new GoodsItem({ ...output });
  return world.report({ kind: "interaction", player: session, item, action: "CRAFTED" }, used);
}

/** Takes some off a stack and puts them elsewhere, or puts two together: nothing becomes more or less. */
export const rearrange: Act = (world, session, random) => {
  const stack = anyGoods(session.slots, random);
  if (stack === undefined) return false;
  session.slots.stacks.push(...session.slots.stacks.splice(0, 1));
  clicked(world, session, stack);
  return true;
};

export function clicked(world: GoodsWorld, session: Session, stack: Stack): boolean {
  const item = new GoodsItem({ ...stack });
  return world.report({ kind: "interaction", player: session, item, action: "INVENTORY_CLICK" });
}

export const placeBlock: Act = (world, session) => {
  const stack = session.slots.stacks.find(({ material }) => PLACEABLE.has(material));
  const chunk = world.chunkAt(session.account.at);
  if (stack === undefined || chunk.placed.length > 40) return false;
  const item = new GoodsItem({ ...stack });
  const { material } = stack;
  if (!session.account.isCreative) session.slots.take(material, 1);
  chunk.placed.push(material);
  world.report({ kind: "interaction", player: session, item, action: "BLOCK_PLACE" }, [[material, 1]]);
  return true;
};

/** A placed block drops itself. */
export const breakBlock: Act = (world, session) => {
  const { placed, ground } = world.chunkAt(session.account.at);
  const material = placed.pop();
  if (material === undefined) return false;
  world.reportSource({ kind: "sighting", place: ground.place, action: "BLOCK_BREAK", player: session });
  ground.add(material, 1);
  return true;
};

/** The last of a stack is reported; whether the others are depends on the game. */
export const eat: Act = (world, session, random) => {
  const stack = session.slots.stacks.find(({ material }) => FOOD.has(material));
  if (stack === undefined) return false;
  const { material } = stack;
  const isTold = stack.count === 1 || random.chance(0.8);
  session.slots.take(material, 1);
  const item = new GoodsItem({ ...stack });
  const { at } = session.account;
  if (isTold) {
    world.report({ kind: "item-ended", item, action: "CONSUME", location: at, player: session }, [[material, 1]]);
    world.truth.usedUp(session.place, material, 1);
  } else world.unseen([[material, 1]], [session.place]);
  return true;
};
