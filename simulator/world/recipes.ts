import type { Recipe } from "../../src/core/index.ts";
import {
  APPLE,
  BREAD,
  DIAMOND,
  DIAMOND_BLOCK,
  DIRT,
  GOLD_BLOCK,
  GOLD_INGOT,
  GOLD_NUGGET,
  GOLDEN_APPLE,
  GOODS,
  type Material,
  WHEAT,
} from "./material.ts";

/** Goods that have a ledger. */
export const WATCHED: readonly Material[] = GOODS.filter(({ threshold }) => threshold !== undefined);
/** What comes out of the ground. */
export const MINED: readonly Material[] = [DIAMOND, GOLD_INGOT, GOLD_NUGGET, WHEAT, APPLE, DIRT];
export const PLACEABLE: ReadonlySet<Material> = new Set([DIAMOND_BLOCK, GOLD_BLOCK, DIRT]);
export const FOOD: ReadonlySet<Material> = new Set([GOLDEN_APPLE, BREAD, APPLE]);

/** One way of making something, in the world's own terms. */
export interface Making {
  readonly makes: Material;
  readonly count: number;
  readonly from: readonly (readonly [Material, number])[];
}

export const MAKINGS: readonly Making[] = [
  { makes: DIAMOND_BLOCK, count: 1, from: [[DIAMOND, 9]] },
  { makes: DIAMOND, count: 9, from: [[DIAMOND_BLOCK, 1]] },
  { makes: GOLD_INGOT, count: 1, from: [[GOLD_NUGGET, 9]] },
  { makes: GOLD_NUGGET, count: 9, from: [[GOLD_INGOT, 1]] },
  { makes: GOLD_BLOCK, count: 1, from: [[GOLD_INGOT, 9]] },
  { makes: GOLD_INGOT, count: 9, from: [[GOLD_BLOCK, 1]] },
  {
    makes: GOLDEN_APPLE,
    count: 1,
    from: [
      [GOLD_INGOT, 8],
      [APPLE, 1],
    ],
  },
  { makes: BREAD, count: 1, from: [[WHEAT, 3]] },
];

/** Goods that recipes turn into each other without loss, and how many of the first each of them is worth. */
const EXCHANGED: readonly (readonly (readonly [Material, number])[])[] = [
  [
    [DIAMOND, 1],
    [DIAMOND_BLOCK, 9],
  ],
  [
    [GOLD_NUGGET, 1],
    [GOLD_INGOT, 9],
    [GOLD_BLOCK, 81],
  ],
];

/** The lightest material that this one can be turned into and back. */
export function kindOf(material: Material): Material {
  const kind = EXCHANGED.find((exchanged) => exchanged.some(([one]) => one === material));
  return kind === undefined ? material : kind[0]![0];
}

export function weightOf(material: Material): number {
  return EXCHANGED.flat().find(([one]) => one === material)?.[1] ?? 1;
}

/** `DIAMOND` for `minecraft:diamond`, as the ledger writes it. */
export function ledgerName({ name }: Material): string {
  return name.slice("minecraft:".length).toUpperCase();
}

export function recipesFor(ledgerMaterial: string): Recipe[] {
  return MAKINGS.filter(({ makes }) => ledgerName(makes) === ledgerMaterial).map(({ count, from }) => ({
    makes: count,
    from: from.map(([material, needed]) => ({ anyOf: [material.name], count: needed })),
  }));
}
