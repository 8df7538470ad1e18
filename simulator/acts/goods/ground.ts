import { groundPlace, type Location, type PlaceKey } from "../../../src/core/index.ts";
import type { Session } from "../../world/account.ts";
import type { Material } from "../../world/material.ts";
import { MINED } from "../../world/recipes.ts";
import { goodsIn, type Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";
import { drop as dropWhole, layDown, pickUp as pickUpWhole } from "../carrying.ts";
import type { Act } from "../item-acts.ts";
import { addGoods, anyBox, anyGoods, someOf, stacksOf, takeGoods } from "./amounts.ts";

const MAX_GROUND = 30;
const MANY_STACKS = 18;
/** In blocks. Twice as many as items are picked up from, and one that a player may have gone meanwhile. */
const REACH = 3;

/** Breaks a block, whose drop lies on the ground. */
export const mine: Act = (world, session, random) => {
  const { ground } = world.chunkAt(session.account.at);
  if (ground.filled > MAX_GROUND) return false;
  world.channel.emit({ kind: "sighting", action: "BLOCK_BREAK", slots: ground, session, isCertain: true });
  const lying = ground.stacks().flatMap((stack) => goodsIn(stack));
  const near = [...world.sessions].filter(({ account }) => canReach(account.at, ground.place));
  world.goods.fell(ground.place, lying, new Set(near.map(({ account }) => account.id)));
  layDown(world, session, world.items.mint(random.pick(MINED), random.between(1, 4)));
  return true;
};

/** True for everybody who is not too far away to pick something up there. Nobody does in this world from another chunk, but who knows. */
function canReach({ x, z, ...at }: Location, ground: PlaceKey): boolean {
  const [fromX, toX, fromZ, toZ] = [x - REACH, x + REACH, z - REACH, z + REACH];
  const corners = [fromX, toX].flatMap((atX) => [fromZ, toZ].map((atZ) => ({ ...at, x: atX, z: atZ })));
  return corners.some((corner) => groundPlace(corner) === ground);
}

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
  const touched = [layDown(world, session, dropped)];
  world.channel.emit({ kind: "interaction", action: "DROP", session, stack: dropped, count: dropped.count, touched });
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
