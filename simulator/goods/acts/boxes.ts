import type { Session } from "../account.ts";
import { type Bin, newBox, type Stack } from "../bin.ts";
import { GoodsItem } from "../goods-item.ts";
import { BOX } from "../materials.ts";
import { type Goods, type GoodsWorld, goodsIn } from "../world.ts";
import { type Act, anyBox, anyGoods, someOf } from "./act.ts";
import { openedBy } from "./chests.ts";
import { clicked } from "./making.ts";

const WINDOW_TICKS = 40;

export const newBoxInHand: Act = (world, session) => {
  const { slots } = session;
  const box = newBox();
  if (slots.stacks.filter(({ material }) => material === BOX).length > 1 || !slots.addStack(box)) return false;
  world.report({ kind: "interaction", player: session, item: new GoodsItem(box), action: "CRAFTED" });
  return true;
};

export const fillBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  const stack = anyGoods(session.slots, random);
  if (box === undefined || stack === undefined) return false;
  const { material } = stack;
  const wanted = Math.min(someOf(stack, random), box.inside!.roomFor(material));
  box.inside!.add(material, session.slots.take(material, wanted));
  clicked(world, session, box);
  return true;
};

export const emptyBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  const stack = box && anyGoods(box.inside!, random);
  if (box === undefined || stack === undefined) return false;
  const { material } = stack;
  const wanted = Math.min(stack.count, session.slots.roomFor(material));
  session.slots.add(material, box.inside!.take(material, wanted));
  clicked(world, session, box);
  return true;
};

export const placeBox: Act = (world, session, random) => {
  const box = anyBox(session.slots, random);
  const chunk = world.chunkAt(session.account.at);
  if (box === undefined || chunk.boxes.size > 3) return false;
  session.slots.remove(box);
  const block = world.addBlock(chunk);
  chunk.boxes.add(block);
  const moved = goodsIn(box);
  const item = new GoodsItem({ ...box });
  block.stacks = box.inside!.stacks;
  const touched = [block.place];
  world.report({ kind: "interaction", player: session, item, action: "BLOCK_PLACE", touched }, moved);
  return true;
};

/** A box that stands as a block drops with everything in it; whoever has it open keeps looking at it for a while. */
export const breakBox: Act = (world, session) => {
  const { boxes, ground } = world.chunkAt(session.account.at);
  const [block] = boxes;
  if (block === undefined) return false;
  const box = newBox();
  box.inside!.stacks = breakContainer(world, session, block);
  ground.addStack(box);
  return true;
};

/** A chest breaks, and another one is built soon: what was in it lies on the ground. */
export const breakChest: Act = (world, session) => {
  const block = openedBy(world, session);
  const chunk = world.chunkAt(session.account.at);
  if (block === undefined || chunk.boxes.has(block) || chunk.ground.stacks.length > 40) return false;
  for (const stack of breakContainer(world, session, block)) chunk.ground.addStack(stack);
  world.addBlock(chunk);
  return true;
};

/** Takes a container away; what it held must be put somewhere. */
export function breakContainer(world: GoodsWorld, session: Session, block: Bin): Stack[] {
  const { ground } = world.chunkAt(block.location);
  const moved: Goods = block.stacks.flatMap(goodsIn);
  const isSpillTold = world.report({ kind: "sighting", place: ground.place, action: "BLOCK_BREAK", player: session });
  const event = { kind: "going-dark", place: block.place, action: "BLOCK_BREAK", player: session } as const;
  // What is found on the ground later may have come from anywhere.
  if (world.report(event, moved) && !isSpillTold) world.unseen(moved, [block.place]);
  for (const { place } of [block, ground]) world.truth.handled(place, session.id);
  const contents = block.empty();
  world.removeBlock(block);
  world.report({ kind: "sighting", place: block.place, action: "BLOCK_BREAK" });
  for (const viewer of world.sessions) {
    if (viewer.opened !== block) continue;
    viewer.opened = undefined;
    if (viewer !== session && viewer.window === undefined) world.keepWindow(viewer, contents, WINDOW_TICKS);
  }
  return contents;
}
