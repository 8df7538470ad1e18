import type { Random } from "../../random.ts";
import type { Session } from "../account.ts";
import type { Bin, Stack } from "../bin.ts";
import type { GoodsWorld } from "../world.ts";

/** One honest thing to do. Returns false when it was not possible just now. */
export type Act = (world: GoodsWorld, session: Session, random: Random) => boolean;

/** A stack of goods that stack, at random. */
export function anyGoods({ stacks }: Bin, random: Random): Stack | undefined {
  const goods = stacks.filter(({ inside }) => inside === undefined);
  return goods.length === 0 ? undefined : random.pick(goods);
}

export function anyBox({ stacks }: Bin, random: Random): Stack | undefined {
  const boxes = stacks.filter(({ inside }) => inside !== undefined);
  return boxes.length === 0 ? undefined : random.pick(boxes);
}

/** All of a stack, half of it, or a few. */
export function someOf({ count }: Stack, random: Random): number {
  const draw = random.float();
  return draw < 0.4 ? count : draw < 0.7 ? Math.ceil(count / 2) : random.between(1, Math.min(count, 5));
}
