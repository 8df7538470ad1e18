import type { Action } from "../../../src/core/index.ts";
import type { Session } from "../account.ts";
import { newStack, type Stack } from "../bin.ts";
import { GoodsItem } from "../goods-item.ts";
import { type Material, MINED } from "../materials.ts";
import { type GoodsWorld, goodsIn } from "../world.ts";
import { type Act, anyBox, anyGoods, someOf } from "./act.ts";

const MAX_GROUND = 30;
const MANY_STACKS = 18;

/** A block breaks, and what it drops lies on the ground. */
export const mine: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  if (ground.stacks.length > MAX_GROUND) return false;
  world.reportSource({ kind: "sighting", place: ground.place, action: "BLOCK_BREAK", player: session });
  ground.addStack(newStack(random.pick(MINED), random.between(1, 4)));
  return true;
};

/** Picks a stack up: all of it, or what there is room for, of which nothing is said. */
export const pickUp: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  if (ground.stacks.length === 0) return false;
  return pickUpStack(world, session, random.pick(ground.stacks));
};

export function pickUpStack(world: GoodsWorld, session: Session, stack: Stack): boolean {
  const { ground } = world.chunkAt(session.account.at);
  const { slots } = session;
  if (stack.inside !== undefined) {
    if (!slots.addStack(stack)) return false;
    ground.remove(stack);
    tell(world, session, stack, "PICKUP", goodsIn(stack));
    return true;
  }
  const moved = slots.add(stack.material, stack.count);
  if (moved === stack.count) {
    ground.remove(stack);
    tell(world, session, stack, "PICKUP", [[stack.material, moved]]);
  } else {
    stack.count -= moved;
    world.unseen([[stack.material, moved]], [ground.place]);
  }
  return moved > 0;
}

export const drop: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  const stack = anyGoods(session.slots, random);
  if (stack === undefined || ground.stacks.length > MAX_GROUND) return false;
  dropGoods(world, session, stack.material, someOf(stack, random));
  return true;
};

export function dropGoods(world: GoodsWorld, session: Session, material: Material, count: number): Stack {
  const { ground } = world.chunkAt(session.account.at);
  const dropped = newStack(material, session.slots.take(material, count));
  ground.addStack(dropped);
  tell(world, session, dropped, "DROP", [[material, dropped.count]]);
  return dropped;
}

export const dropBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  if (box === undefined) return false;
  world.chunkAt(session.account.at).ground.addStack(session.slots.remove(box));
  tell(world, session, box, "DROP", goodsIn(box));
  return true;
};

/** Who carries a lot throws some of it away. */
export const throwAway: Act = (world, session, random) => {
  const stack = anyGoods(session.slots, random);
  if (stack === undefined || session.slots.stacks.length < MANY_STACKS) return false;
  dropGoods(world, session, stack.material, stack.count);
  return true;
};

/** Two stacks on the ground become one, or one of them vanishes: it burns, or lay there too long. */
export const groundChanges: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  const stack = anyGoods(ground, random);
  if (stack === undefined) return false;
  const other = ground.stacks.find((candidate) => candidate !== stack && candidate.material === stack.material);
  if (other !== undefined && other.count + stack.count <= other.material.maxStack) {
    ground.remove(stack);
    other.count += stack.count;
    return true;
  }
  if (!random.chance(0.5)) return false;
  const moved = goodsIn(stack);
  ground.remove(stack);
  if (random.chance(0.1)) world.unseen(moved, [ground.place]);
  else {
    const item = new GoodsItem(stack);
    world.report({ kind: "item-ended", item, action: "DESPAWN", location: ground.location }, moved);
  }
  return true;
};

function tell(
  world: GoodsWorld,
  session: Session,
  stack: Stack,
  action: Action,
  moved: ReturnType<typeof goodsIn>,
): void {
  const { ground } = world.chunkAt(session.account.at);
  const item = new GoodsItem({ ...stack });
  world.report({ kind: "interaction", player: session, item, action, touched: [ground.place] }, moved);
}
