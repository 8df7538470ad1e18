import type { Item, Platform } from "../platform.ts";
import { encodedItem } from "../tagging/encoded-item.ts";
import { type Copy, slotsInside } from "./look.ts";

/** A slot of a place, and the stack in it. */
type FilledSlot = Pick<Copy, "place" | "outer" | "outerSlot">;

type StackPlatform = Pick<Platform, "replace" | "decodeItem">;

/**
 * Game servers let one stack object be in two slots: what is written to one copy is then written to the other. Call this before anything is
 * written to a copy. If another of these copies is in the same stack object, the slot of this one gets an object of its own, with the same
 * data and so the same id. Returns the copy to write to; `undefined` if the slot holds something else by now.
 */
export function withOwnStack(copy: Copy, copies: Iterable<FilledSlot>, platform: StackPlatform): Copy | undefined {
  // Where stacks cannot be replaced, both copies are written to.
  if (platform.replace === undefined || !isShared(copy, copies)) return copy;
  const outer = giveOwnStack(copy, platform);
  if (outer === undefined) return undefined;
  return { ...copy, outer, item: slotsInside(copy).length === 0 ? outer : copy.item };
}

/** Puts a new stack with the same data into the slot, and returns it. `undefined`: nothing has changed. */
export function giveOwnStack({ place, outer, outerSlot }: FilledSlot, platform: StackPlatform): Item | undefined {
  const data = encodedItem(outer);
  const own = data && platform.decodeItem?.(data);
  return own !== undefined && platform.replace?.(place, outerSlot, outer, own) ? own : undefined;
}

function isShared({ place, outer, outerSlot }: FilledSlot, copies: Iterable<FilledSlot>): boolean {
  for (const other of copies) {
    const isSameSlot = other.place === place && other.outerSlot === outerSlot;
    if (!isSameSlot && other.outer.stack === outer.stack) return true;
  }
  return false;
}
