import type { Material } from "../../world/material.ts";
import { kindOf, type Making, weightOf } from "../../world/recipes.ts";
import type { GoodsTruth } from "./goods-truth.ts";

/** Something that a player crafted. */
export interface Made {
  readonly tick: number;
  readonly playerId: string;
  readonly making: Making;
  readonly times: number;
}

/**
 * How much a player has created of a kind of goods, in units of its lightest material. Goods made from ingredients of another kind
 * count too, if such ingredients had grown in the same hands.
 */
export function createdBy(truth: GoodsTruth, playerId: string, kind: Material, to: number): number {
  let sum = 0;
  const grown = new Set<Material>();
  for (const growth of truth.growths) {
    if (growth.playerId !== playerId || growth.tick > to) continue;
    grown.add(kindOf(growth.material));
    if (kindOf(growth.material) === kind) sum += growth.amount * weightOf(growth.material);
  }
  for (const { playerId: maker, tick, making, times } of truth.makings) {
    if (maker !== playerId || tick > to || kindOf(making.makes) !== kind) continue;
    const isOther = making.from.some(([part]) => kindOf(part) !== kind && grown.has(kindOf(part)));
    if (isOther) sum += times * making.count * weightOf(making.makes);
  }
  return sum;
}
