import { createRequire } from "node:module";
import type * as Streams from "@serenityjs/binarystream";
import { ItemStack, type World } from "@serenityjs/core";
import { CompoundTag, IntTag, TagType } from "@serenityjs/nbt";

/** Loaded as Serenity itself does it: where both import it, Node 22.13 says that they go in a circle. */
const { BinaryStream } = createRequire(import.meta.url)("@serenityjs/binarystream") as typeof Streams;

/** Written anew by whatever container the item is in: it says where the item is, not what it is. */
const SLOT_KEY = "Slot";
const COUNT_KEY = "Count";

/** All data of a stack in the form in which Serenity stores it, as a stack of `count`. */
export function encodeStorage(storage: CompoundTag, count: number): Uint8Array {
  const root = new CompoundTag("");
  for (const [key, tag] of storage) if (key !== SLOT_KEY && key !== COUNT_KEY) root.set(key, tag);
  root.set(COUNT_KEY, new IntTag(count, COUNT_KEY));
  const stream = new BinaryStream();
  CompoundTag.write(stream, root);
  return new Uint8Array(stream.getBuffer());
}

/** The stack again, in nobody's hands; `undefined` when the data is of something else. */
export function decodeStack(world: World, data: Uint8Array): ItemStack | undefined {
  if (data[0] !== TagType.Compound) return undefined;
  try {
    return ItemStack.fromLevelStorage(world, CompoundTag.read(new BinaryStream(Buffer.from(data))));
  } catch {
    // Cut short, or of an item type that this game does not have.
    return undefined;
  }
}
