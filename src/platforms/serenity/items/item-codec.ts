import { createRequire } from "node:module";
import type * as Streams from "@serenityjs/binarystream";
import { ItemStack, type World } from "@serenityjs/core";
import { CompoundTag, IntTag, TagType } from "@serenityjs/nbt";

/** Loaded with `require`, as Serenity does: if both import it, Node 22.13 reports a circular import. */
const { BinaryStream } = createRequire(import.meta.url)("@serenityjs/binarystream") as typeof Streams;

/** Every container writes this key anew. It says where the item is, not what it is. */
const SLOT_KEY = "Slot";
const COUNT_KEY = "Count";

/**
 * Serenity's storage form writes the length of a text as a signed 16-bit number, and throws at one of 32,768 bytes or more. Data with such a
 * text begin with this byte, and have variable-length numbers instead. The storage form begins with the type of a compound.
 */
const HAS_LONG_TEXTS = 255;
const WITH_LONG_TEXTS = { name: true, type: true, varint: true };

/** Encodes all data of a stack in Serenity's storage form, as a stack of `count`. */
export function encodeStorage(storage: CompoundTag, count: number): Uint8Array {
  const root = new CompoundTag("");
  for (const [key, tag] of storage) if (key !== SLOT_KEY && key !== COUNT_KEY) root.set(key, tag);
  root.set(COUNT_KEY, new IntTag(count, COUNT_KEY));
  return written(root) ?? withLongTexts(root);
}

function written(root: CompoundTag): Uint8Array | undefined {
  const stream = new BinaryStream();
  try {
    CompoundTag.write(stream, root);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return new Uint8Array(stream.getBuffer());
}

function withLongTexts(root: CompoundTag): Uint8Array {
  const stream = new BinaryStream();
  stream.writeUint8(HAS_LONG_TEXTS);
  CompoundTag.write(stream, root, WITH_LONG_TEXTS);
  return new Uint8Array(stream.getBuffer());
}

/** Makes a new stack that is in no container; `undefined` if the data is not an item. */
export function decodeStack(world: World, data: Uint8Array): ItemStack | undefined {
  const hasLongTexts = data[0] === HAS_LONG_TEXTS;
  if (data[0] !== TagType.Compound && !hasLongTexts) return undefined;
  try {
    const stream = new BinaryStream(Buffer.from(hasLongTexts ? data.subarray(1) : data));
    return ItemStack.fromLevelStorage(world, CompoundTag.read(stream, hasLongTexts ? WITH_LONG_TEXTS : undefined));
  } catch {
    // The data is truncated, or this game does not have the item type.
    return undefined;
  }
}
