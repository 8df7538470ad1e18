import { ItemType } from "@serenityjs/core";

/** Serenity 0.8.21 takes two look-ups in nested NBT to answer this, and every look at every slot asks. */
const MAXIMA = new WeakMap<ItemType, number>();

/** What cannot be known to be single is taken for stackable: it is then left alone. */
const UNKNOWN_TYPE = 64;

/**
 * The largest stack of a type. A stack's own `maxStackSize` says 64 when it was made without a world, as crafted and
 * creative items are.
 */
export function maxStackSizeOf(type: ItemType): number {
  let maximum = MAXIMA.get(type);
  if (maximum === undefined) {
    maximum = type.components.getMaxStackSize();
    MAXIMA.set(type, maximum);
  }
  return maximum;
}

/** The same for an item of which only the name is known, as inside a box. */
export function maxStackSizeOfMaterial(material: string): number {
  const type = ItemType.get(material as Parameters<typeof ItemType.get>[0]);
  return type ? maxStackSizeOf(type) : UNKNOWN_TYPE;
}
