import { createRequire } from "node:module";
import type * as Streams from "@serenityjs/binarystream";
import { ItemStack, type World } from "@serenityjs/core";
import { CompoundTag, IntTag, TagType } from "@serenityjs/nbt";

/** Loaded with `require`, as Serenity does: if both import it, Node 22.13 reports a circular import. */
const { BinaryStream } = createRequire(import.meta.url)("@serenityjs/binarystream") as typeof Streams;

/** Every container writes this key anew. It says where the item is, not what it is. */
const SLOT_KEY = "Slot";
const COUNT_KEY = "Count";

/** Encodes all data of a stack in Serenity's storage form, as a stack of `count`. */
export function encodeStorage(storage: CompoundTag, count: number): Uint8Array {
  const root = new CompoundTag("");
  for (const [key, tag] of storage) if (key !== SLOT_KEY && key !== COUNT_KEY) root.set(key, tag);
  root.set(COUNT_KEY, new IntTag(count, COUNT_KEY));
  const stream = new BinaryStream();
  CompoundTag.write(stream, root);
  return new Uint8Array(stream.getBuffer());
}

/** Makes a new stack that is in no container; `undefined` if the data is not an item. */
export function decodeStack(world: World, data: Uint8Array): ItemStack | undefined {
  if (data[0] !== TagType.Compound) return undefined;
  try {
    return ItemStack.fromLevelStorage(world, CompoundTag.read(new BinaryStream(Buffer.from(data))));
  } catch {
    // The data is truncated, or this game does not have the item type.
    return undefined;
  }
}
