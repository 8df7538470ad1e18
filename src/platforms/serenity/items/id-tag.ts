import { type CompoundTag, StringTag, TagType } from "@serenityjs/nbt";

/** The key under which an item's NBT carries its id. Players are shown neither the key nor the value. */
export const ID_KEY = "doubletake:id";

/** Returns the stored text as it is, or `undefined` if it is not a text. */
export function readId(nbt: CompoundTag | undefined): string | undefined {
  const tag = nbt?.get(ID_KEY);
  return tag?.type === TagType.String ? String(tag.valueOf()) : undefined;
}

export function writeId(nbt: CompoundTag, id: string | undefined): void {
  if (id === undefined) nbt.delete(ID_KEY);
  else nbt.set(ID_KEY, new StringTag(id, ID_KEY));
}
