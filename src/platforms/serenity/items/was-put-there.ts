import type { ItemStack } from "@serenityjs/core";
import { SerenityItem } from "./serenity-item.ts";

/**
 * True if somebody put this stack into the crafting output, so that it is an item of the world. A stack that Serenity has just made there
 * has no id, and holds nothing. A craft of two swords is one stack of two, which becomes two items when they are taken out. Every item that
 * a client moves, or moves something onto, gets its id before the move.
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
