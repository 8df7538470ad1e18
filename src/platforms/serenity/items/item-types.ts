import { ItemType } from "@serenityjs/core";
import type { Contents } from "../../../index.ts";

/** What Doubletake needs to know about an item type. */
interface TypeFacts {
  readonly maxStackSize: number;
  /** The kind of contents that such an item has; `undefined` if it holds nothing. */
  readonly contents: Contents["kind"] | undefined;
}

/** A cache: Serenity 0.8.21 needs two look-ups in nested NBT for the stack size, and every look asks for every slot. */
const FACTS = new WeakMap<ItemType, TypeFacts>();

/** An unknown item counts as stackable, and is left alone. */
const UNKNOWN_TYPE = 64;

/**
 * The largest stack of a type. A stack's own `maxStackSize` is 64 if it was made without a world, as crafted and creative items
 * are.
 */
export function maxStackSizeOf(type: ItemType): number {
  return factsOf(type).maxStackSize;
}

/** The same if only the name is known, as for an item inside a box. */
export function maxStackSizeOfMaterial(material: string): number {
  const type = ItemType.get(material as Parameters<typeof ItemType.get>[0]);
  return type ? maxStackSizeOf(type) : UNKNOWN_TYPE;
}

/** True if the item can be stacked and holds nothing. */
export function isPlain(type: ItemType): boolean {
  const { maxStackSize, contents } = factsOf(type);
  return maxStackSize !== 1 && contents === undefined;
}

export function contentsOf(type: ItemType): Contents["kind"] | undefined {
  return factsOf(type).contents;
}

/** The same by the name alone. */
export function contentsOfMaterial(material: string): Contents["kind"] | undefined {
  if (material.endsWith("shulker_box")) return "shulker-box";
  return material.endsWith("bundle") ? "bundle" : undefined;
}

function factsOf(type: ItemType): TypeFacts {
  let facts = FACTS.get(type);
  if (facts === undefined) {
    facts = { maxStackSize: type.components.getMaxStackSize(), contents: contentsOfMaterial(type.identifier) };
    FACTS.set(type, facts);
  }
  return facts;
}
