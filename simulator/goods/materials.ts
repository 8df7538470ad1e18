import type { Recipe } from "../../src/core/index.ts";

/** What goods are made of. */
export interface Material {
  readonly name: string;
  readonly maxStack: number;
  /** The excess that staff are told of; 0 when no ledger is kept of it. */
  readonly threshold: number;
}

const goods = (name: string, threshold: number, maxStack = 64): Material => ({
  name: `minecraft:${name}`,
  maxStack,
  threshold,
});

export const DIAMOND = goods("diamond", 32);
export const DIAMOND_BLOCK = goods("diamond_block", 8);
export const GOLD_NUGGET = goods("gold_nugget", 128);
export const GOLD_INGOT = goods("gold_ingot", 48);
export const GOLD_BLOCK = goods("gold_block", 8);
export const GOLDEN_APPLE = goods("golden_apple", 8);
export const BREAD = goods("bread", 64);
export const WHEAT = goods("wheat", 0);
export const APPLE = goods("apple", 0);
export const DIRT = goods("dirt", 0);
export const BOX = goods("shulker_box", 0, 1);

export const MATERIALS: readonly Material[] = [
  DIAMOND,
  DIAMOND_BLOCK,
  GOLD_NUGGET,
  GOLD_INGOT,
  GOLD_BLOCK,
  GOLDEN_APPLE,
  BREAD,
  WHEAT,
  APPLE,
  DIRT,
];
export const WATCHED: readonly Material[] = MATERIALS.filter(({ threshold }) => threshold > 0);
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

/** The lightest of what a material can be turned into and back. */
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
