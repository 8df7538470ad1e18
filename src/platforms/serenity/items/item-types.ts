import { ItemType } from "@serenityjs/core";
import type { Contents } from "../../../index.ts";

/** What Doubletake wants to know of a type of items. */
interface TypeFacts {
  readonly maxStackSize: number;
  /** What such an item holds; `undefined` when it holds nothing. */
  readonly contents: Contents["kind"] | undefined;
}

/** Serenity 0.8.21 takes two look-ups in nested NBT to tell the size of a stack, and every look at every slot asks. */
const FACTS = new WeakMap<ItemType, TypeFacts>();

/** What cannot be known to be single is taken for stackable: it is then left alone. */
const UNKNOWN_TYPE = 64;

/**
 * The largest stack of a type. A stack's own `maxStackSize` says 64 when it was made without a world, as crafted and
 * creative items are.
 */
export function maxStackSizeOf(type: ItemType): number {
  return factsOf(type).maxStackSize;
}

/** The same for an item of which only the name is known, as inside a box. */
export function maxStackSizeOfMaterial(material: string): number {
  const type = ItemType.get(material as Parameters<typeof ItemType.get>[0]);
  return type ? maxStackSizeOf(type) : UNKNOWN_TYPE;
}

/** True for what can be stacked and holds nothing. */
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
