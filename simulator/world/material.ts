import type { Contents } from "../../src/core/index.ts";

/** What an item is made of. */
export interface Material {
  readonly name: string;
  readonly maxStack: number;
  /** Set when items of it hold others. */
  readonly holds?: Contents["kind"];
  /** Slots inside. */
  readonly innerSlots?: number;
}

const plain = (name: string): Material => ({ name: `minecraft:${name}`, maxStack: 1 });
const stackable = (name: string): Material => ({ name: `minecraft:${name}`, maxStack: 64 });

/** Things that never stack and hold nothing: the ones that carry ids. */
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

export const ARMOUR: Material = plain("diamond_chestplate");
export const POTION: Material = plain("potion");
export const BED: Material = plain("red_bed");
export const BOOK: Material = plain("written_book");

export const BOX: Material = { ...plain("shulker_box"), holds: "shulker-box", innerSlots: 27 };
export const BUNDLE: Material = { ...plain("bundle"), holds: "bundle", innerSlots: 16 };

/** Things that stack and carry no id; their totals are what the ledger watches. */
export const STACKABLES: readonly Material[] = [stackable("diamond"), stackable("gold_ingot"), stackable("dirt")];
export const TNT: Material = stackable("tnt");

export function isTracked(material: Material): boolean {
  return material.maxStack === 1;
}

export function materialCalled(name: string): Material {
  const all = [...TOOLS, ARMOUR, POTION, BED, BOOK, BOX, BUNDLE, ...STACKABLES, TNT];
  return all.find((material) => material.name === name)!;
}
