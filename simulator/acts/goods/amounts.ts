import type { Random } from "../../random.ts";
import type { Material } from "../../world/material.ts";
import type { Slots } from "../../world/slots.ts";
import type { Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";

/** How much of a material is in the slots themselves, boxes not opened. */
export function countOf(slots: Slots, material: Material): number {
  return stacksOf(slots, material).reduce((sum, { count }) => sum + count, 0);
}

/** How much more of a material there is room for. */
export function roomFor(slots: Slots, material: Material): number {
  const stacks = stacksOf(slots, material);
  return (slots.storage - slots.filled + stacks.length) * material.maxStack - countOf(slots, material);
}

/** Adds goods, first to stacks that are already there. Returns how many found room. */
export function addGoods(world: World, slots: Slots, material: Material, count: number): number {
  let left = count;
  for (const stack of stacksOf(slots, material)) {
    const moved = Math.min(left, material.maxStack - stack.count);
    if (moved > 0) world.items.recount(stack, stack.count + moved);
    left -= moved;
  }
  while (left > 0 && slots.freeSlot(slots.storage) >= 0) {
    const moved = Math.min(left, material.maxStack);
    slots.add(world.items.mint(material, moved), slots.storage);
    left -= moved;
  }
  return count - left;
}

/** Takes goods out. Returns how many it took. */
export function takeGoods(world: World, slots: Slots, material: Material, count: number): number {
  let left = count;
  for (const stack of stacksOf(slots, material).reverse()) {
    const moved = Math.min(left, stack.count);
    if (moved === stack.count) world.items.end(stack);
    else if (moved > 0) world.items.recount(stack, stack.count - moved);
    left -= moved;
  }
  return count - left;
}

/** Uses up one of this particular stack. */
export function takeOne(world: World, stack: Stack): void {
  if (stack.count === 1) world.items.end(stack);
  else world.items.recount(stack, stack.count - 1);
}

/** Moves up to so many goods, as far as there is room. Returns how many it moved. */
export function moveGoods(world: World, from: Slots, to: Slots, material: Material, count: number): number {
  const wanted = Math.min(count, roomFor(to, material));
  return wanted <= 0 ? 0 : addGoods(world, to, material, takeGoods(world, from, material, wanted));
}

export function stacksOf(slots: Slots, material: Material): Stack[] {
  return slots.stacks().filter((stack) => stack.material === material);
}

/** A random stack of goods. */
export function anyGoods(slots: Slots, random: Random): Stack | undefined {
  const goods = slots.stacks().filter(({ material }) => material.maxStack > 1);
  return goods.length === 0 ? undefined : random.pick(goods);
}

export function anyBox(slots: Slots, random: Random): Stack | undefined {
  const boxes = slots.stacks().filter(({ inside }) => inside !== undefined);
  return boxes.length === 0 ? undefined : random.pick(boxes);
}

/** All of a stack, half of it, or a few. */
export function someOf({ count }: Stack, random: Random): number {
  const draw = random.float();
  return draw < 0.4 ? count : draw < 0.7 ? Math.ceil(count / 2) : random.between(1, Math.min(count, 5));
}
