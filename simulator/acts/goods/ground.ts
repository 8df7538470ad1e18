import type { Session } from "../../world/account.ts";
import type { Material } from "../../world/material.ts";
import { MINED } from "../../world/recipes.ts";
import { goodsIn, type Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";
import { drop as dropWhole, layDown, pickUp as pickUpWhole } from "../carrying.ts";
import type { Act } from "../item-acts.ts";
import { addGoods, anyBox, anyGoods, someOf, stacksOf, takeGoods } from "./amounts.ts";
import { noteFall } from "./falls.ts";

const MAX_GROUND = 30;
const MANY_STACKS = 18;

/** Breaks a block, whose drop lies on the ground. */
export const mine: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  if (ground.filled > MAX_GROUND) return false;
  world.channel.emit({ kind: "sighting", action: "BLOCK_BREAK", slots: ground, session, isCertain: true });
  noteFall(world, ground);
  layDown(world, session, world.items.mint(random.pick(MINED), random.between(1, 4)));
  return true;
};

/** Picks up a whole stack, or as much as there is room for. Picking up a part is not reported. */
export const pickUp: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  const lying = ground.stacks().filter(({ pickUpFrom }) => pickUpFrom <= world.tick);
  return lying.length > 0 && pickUpStack(world, session, random.pick(lying));
};

export function pickUpStack(world: World, session: Session, stack: Stack): boolean {
  if (stack.inside !== undefined) return pickUpWhole(world, session, stack);
  const ground = stack.home!;
  const { material, count } = stack;
  const moved = addGoods(world, session.slots, material, count);
  if (moved === count) {
    world.items.end(stack);
    world.channel.emit({ kind: "interaction", action: "PICKUP", session, stack, count, touched: [ground] });
  } else if (moved > 0) {
    world.items.recount(stack, count - moved);
    world.goods.lostUnseen(material, moved, [ground.place]);
  }
  return moved > 0;
}

export const drop: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  const stack = anyGoods(session.slots, random);
  if (stack === undefined || ground.filled > MAX_GROUND) return false;
  dropGoods(world, session, stack.material, someOf(stack, random));
  return true;
};

export function dropGoods(world: World, session: Session, material: Material, count: number): Stack {
  const dropped = world.items.mint(material, takeGoods(world, session.slots, material, count));
  const ground = layDown(world, session, dropped);
  world.goods.dropped(session.slots.place, material);
  const what = { stack: dropped, count: dropped.count, touched: [ground] };
  const isTold = world.channel.emit({ kind: "interaction", action: "DROP", session, ...what });
  if (!isTold) noteFall(world, ground, dropped);
  return dropped;
}

export const dropBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  if (box !== undefined) dropWhole(world, session, box);
  return box !== undefined;
};

/** A player who carries a lot throws a stack away. */
export const throwAway: Act = (world, session, random) => {
  const stack = anyGoods(session.slots, random);
  if (stack === undefined || session.slots.filled < MANY_STACKS) return false;
  dropGoods(world, session, stack.material, stack.count);
  return true;
};

/** Two stacks on the ground become one, or one of them vanishes because it burns or lay there too long. */
export const groundChanges: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  const stack = anyGoods(ground, random);
  if (stack === undefined) return false;
  const { material, count } = stack;
  const other = stacksOf(ground, material).find((candidate) => candidate !== stack);
  if (other !== undefined && other.count + count <= material.maxStack) {
    world.items.end(stack);
    world.items.recount(other, other.count + count);
    return true;
  }
  if (!random.chance(0.5)) return false;
  world.items.end(stack);
  if (random.chance(0.1)) world.goods.lostUnseen(material, count, [ground.place]);
  else {
    const { location } = ground;
    const [moved, touched] = [goodsIn(stack), [ground]];
    world.channel.emit({ kind: "item-ended", action: "DESPAWN", stack, location: location!, moved, touched });
  }
  return true;
};
