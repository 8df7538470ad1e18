import { playerPlace } from "../../src/core/index.ts";
import type { Making, Material } from "./materials.ts";
import type { GoodsTruth, Growth } from "./truth.ts";

/** Something was made in a player's hands, and no word of it came in time. */
export interface UnseenMaking {
  readonly tick: number;
  readonly playerId: string;
  readonly making: Making;
  readonly times: number;
}

/**
 * How much a player has of a material that came from nowhere. Where something was made unseen between the very looks between
 * which its ingredients grew in the same hands, the growth makes up for the ingredients and shows as what was made: so much of it
 * has grown of that, and no more of them.
 */
export function grownFor(truth: GoodsTruth, playerId: string, material: Material, to: number): number {
  const left = new Map<Growth, number>();
  for (const growth of truth.growths) {
    if (growth.playerId === playerId && growth.tick <= to) left.set(growth, growth.amount);
  }
  let sum = 0;
  for (const made of truth.unseenMakings) {
    if (made.playerId !== playerId || made.tick > to) continue;
    const times = carryOver(made, left);
    if (made.making.makes === material) sum += times * made.making.count;
  }
  for (const [growth, amount] of left) if (growth.material === material) sum += amount;
  return sum;
}

/** Takes the ingredients out of what has grown, as far as they are counted. Returns how often they were all there. */
function carryOver({ tick, making, times }: UnseenMaking, left: Map<Growth, number>): number {
  const counted = making.from.filter(([part]) => part.threshold > 0);
  const grownOf = (part: Material) => [...left.keys()].filter((growth) => isInHandsAt(growth, tick, part));
  const sum = (part: Material) => grownOf(part).reduce((total, growth) => total + left.get(growth)!, 0);
  const carried = Math.min(times, ...counted.map(([part, count]) => Math.floor(sum(part) / count)));
  if (counted.length === 0) return 0;
  for (const [part, count] of counted) {
    let wanted = carried * count;
    for (const growth of grownOf(part)) {
      const taken = Math.min(wanted, left.get(growth)!);
      left.set(growth, left.get(growth)! - taken);
      wanted -= taken;
    }
  }
  return carried;
}

/** True when it grew in the player's hands, between the two looks that something was made between. */
function isInHandsAt(
  { material, place, playerId, knownTick, seenTick }: Growth,
  tick: number,
  part: Material,
): boolean {
  if (material !== part || place !== playerPlace(playerId)) return false;
  return knownTick < tick && tick <= seenTick;
}
