import type { Session } from "../account.ts";
import type { Bin, Stack } from "../bin.ts";
import { GoodsItem } from "../goods-item.ts";
import { type Goods, type GoodsWorld, goodsIn } from "../world.ts";
import { type Act, anyBox, anyGoods, someOf } from "./act.ts";

const MAX_STACKS = 20;

export const openChest: Act = (world, session, random) => {
  const near = [...world.chunkAt(session.account.at).blocks.values()];
  if (near.length === 0) return false;
  session.opened = random.pick(near);
  world.report({ kind: "sighting", place: session.opened.place, action: "CONTAINER_OPEN", player: session });
  return true;
};

export const put: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const stack = anyGoods(session.slots, random);
  if (chest === undefined || stack === undefined || chest.stacks.length > MAX_STACKS) return false;
  return putGoods(world, session, chest, stack, someOf(stack, random));
};

export function putGoods(world: GoodsWorld, session: Session, chest: Bin, stack: Stack, count: number): boolean {
  const { material } = stack;
  const moved = chest.add(material, session.slots.take(material, Math.min(count, chest.roomFor(material))));
  return moved > 0 && putIn(world, session, chest, stack, [[material, moved]]);
}

export const take: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const stack = chest && anyGoods(chest, random);
  if (chest === undefined || stack === undefined) return false;
  const { material } = stack;
  const wanted = Math.min(someOf(stack, random), session.slots.roomFor(material));
  const moved = session.slots.add(material, chest.take(material, wanted));
  return moved > 0 && transferred(world, session, chest, stack, [[material, moved]]);
};

export const useEnder: Act = (world, session, random) => {
  const { ender } = session.account;
  if (session !== session.account.session) return false;
  const isFull = ender.stacks.length > 6;
  const [from, to] = isFull ? [ender, session.slots] : [session.slots, ender];
  const stack = anyGoods(from, random);
  if (stack === undefined) return false;
  const { material } = stack;
  const moved = to.add(material, from.take(material, Math.min(stack.count, to.roomFor(material))));
  return moved > 0 && transferred(world, session, ender, stack, [[material, moved]]);
};

export const putBox: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const box = anyBox(session.slots, random);
  if (chest === undefined || box === undefined || !chest.addStack(box)) return false;
  session.slots.remove(box);
  return putIn(world, session, chest, box, goodsIn(box));
};

export const takeBox: Act = (world, session, random) => {
  const chest = openedBy(world, session);
  const box = chest && anyBox(chest, random);
  if (chest === undefined || box === undefined || !session.slots.addStack(box)) return false;
  chest.remove(box);
  return transferred(world, session, chest, box, goodsIn(box));
};

/** The container that a player has open, as long as it is there and near. */
export function openedBy(world: GoodsWorld, session: Session): Bin | undefined {
  const { opened, account } = session;
  if (opened === undefined || world.chunkAt(account.at).blocks.get(opened.place) !== opened) return undefined;
  return opened;
}

/** What somebody put in without a word of it has come by itself, as far as anybody can see. */
function putIn(world: GoodsWorld, session: Session, chest: Bin, stack: Stack, moved: Goods): true {
  if (!tell(world, session, chest, stack, moved))
    for (const [material] of moved) world.truth.fed(chest.place, material);
  return true;
}

function transferred(world: GoodsWorld, session: Session, chest: Bin, stack: Stack, moved: Goods): true {
  tell(world, session, chest, stack, moved);
  return true;
}

function tell(world: GoodsWorld, session: Session, chest: Bin, stack: Stack, moved: Goods): boolean {
  const item = new GoodsItem({ ...stack });
  const touched = [chest.place];
  return world.report({ kind: "interaction", player: session, item, action: "CONTAINER_TRANSFER", touched }, moved);
}
