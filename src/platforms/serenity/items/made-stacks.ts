import type { ItemStack } from "@serenityjs/core";
import { SerenityItem } from "./item-tags.ts";

/**
 * True for a stack in a crafting output that is an item of the world: somebody put it there. What Serenity's own handler has just
 * made there has no id, and nothing in it: a craft of two swords is one stack of two, which becomes two items when they are taken
 * out. Whatever a client moves gets its id before it moves, also what it pours something onto.
 */
export function wasPutThere(stack: ItemStack): boolean {
  const item = new SerenityItem(stack);
  if (item.readTag() !== undefined) return true;
  let isFilled = false;
  item.contents()?.each(() => {
    isFilled = true;
  });
  return isFilled;
}
