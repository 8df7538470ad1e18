import { lift, type Slots } from "../world/slots.ts";
import type { World } from "../world/world.ts";
import { freeStacks } from "./carrying.ts";

/** Hoppers: in some chunks the first container empties into the second, one stack at a time, and nothing is reported. */
export function runHoppers(world: World): void {
  for (const chunk of world.chunks.values()) {
    if (!chunk.isLoaded || chunk.isPrivate || (chunk.cx + chunk.cz) % 5 !== 0) continue;
    const [from, to] = chunk.blocks.values();
    if (from && to && !from.isReserved && !to.isReserved) moveOne(from, to);
  }
}

function moveOne(from: Slots, to: Slots): boolean {
  const [stack] = freeStacks(from);
  if (stack === undefined || to.freeSlot() < 0) return false;
  return to.add(lift(stack));
}
