import type { Contents } from "../../src/core/index.ts";

/** What an item is made of. */
export interface Material {
  readonly name: string;
  readonly maxStack: number;
  /** Set if items of this material hold others. */
  readonly holds?: Contents["kind"];
  /** Slots inside. */
  readonly innerSlots?: number;
  /** For goods: the excess that staff hear of. Goods without one have no ledger. */
  readonly threshold?: number;
}

const plain = (name: string): Material => ({ name: `minecraft:${name}`, maxStack: 1 });
const stackable = (name: string): Material => ({ name: `minecraft:${name}`, maxStack: 64 });
const watched = (name: string, threshold: number): Material => ({ ...stackable(name), threshold });

/** Things that never stack and hold nothing. Like boxes and bundles, they carry ids. */
export const TOOLS: readonly Material[] = [
  plain("diamond_sword"),
  plain("netherite_pickaxe"),
  plain("elytra"),
  plain("bow"),
  plain("diamond_chestplate"),
  plain("totem_of_undying"),
  plain("enchanted_book"),
  plain("saddle"),
];

const ARMOUR: Material = plain("diamond_chestplate");
export const POTION: Material = plain("potion");
export const BED: Material = plain("red_bed");
export const BOOK: Material = plain("written_book");

export const BOX: Material = { ...plain("shulker_box"), holds: "shulker-box", innerSlots: 27 };
export const BUNDLE: Material = { ...plain("bundle"), holds: "bundle", innerSlots: 16 };

/** Things that stack and carry no id. */
export const DIAMOND: Material = watched("diamond", 32);
export const DIAMOND_BLOCK: Material = watched("diamond_block", 8);
export const GOLD_NUGGET: Material = watched("gold_nugget", 128);
export const GOLD_INGOT: Material = watched("gold_ingot", 48);
export const GOLD_BLOCK: Material = watched("gold_block", 8);
export const GOLDEN_APPLE: Material = watched("golden_apple", 8);
export const BREAD: Material = watched("bread", 64);
export const WHEAT: Material = stackable("wheat");
export const APPLE: Material = stackable("apple");
export const DIRT: Material = stackable("dirt");
export const TNT: Material = stackable("tnt");

/** Stackables to find in a world without a ledger, and goods for a world with one. */
export const STACKABLES: readonly Material[] = [DIAMOND, GOLD_INGOT, DIRT];
export const GOODS: readonly Material[] = [
  ...[DIAMOND, DIAMOND_BLOCK, GOLD_NUGGET, GOLD_INGOT, GOLD_BLOCK],
  ...[GOLDEN_APPLE, BREAD, WHEAT, APPLE, DIRT],
];

/** Some goods: a material and how many. */
export type Goods = readonly (readonly [Material, number])[];

export function isTracked(material: Material): boolean {
  return material.maxStack === 1;
}

export function materialCalled(name: string): Material {
  const all = [...TOOLS, ARMOUR, POTION, BED, BOOK, BOX, BUNDLE, ...GOODS, TNT];
  return all.find((material) => material.name === name)!;
}
