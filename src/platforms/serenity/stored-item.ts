import { CompoundTag } from "@serenityjs/nbt";
import type { Contents, Item } from "../../index.ts";
import { readId, writeId } from "./id-tag.ts";
import { encodeStorage } from "./item-codec.ts";
import { NbtContents } from "./item-contents.ts";
import { contentsOfMaterial, maxStackSizeOfMaterial } from "./item-types.ts";

/** What is changed about a stored item before it is written: see `NbtContents`. */
export interface ItemEdits {
  readId(): string | undefined;
  writeId(id: string | undefined): void;
  count(): number;
}

/**
 * An item in the form in which it is stored (`Name`, `Count`, `tag`, ...): inside a box, or in the data of a player who
 * has not spawned yet.
 */
export class StoredItem implements Item {
  readonly stack: CompoundTag;
  readonly material: string;
  readonly hasMetadata = true;
  readonly #edits: ItemEdits;

  constructor(stack: CompoundTag, edits: ItemEdits = editsOf(stack)) {
    this.stack = stack;
    this.material = String(stack.get("Name")?.valueOf() ?? "minecraft:air");
    this.#edits = edits;
  }

  get maxStackSize(): number {
    return maxStackSizeOfMaterial(this.material);
  }

  get count(): number {
    return this.#edits.count();
  }

  readTag(): string | undefined {
    return this.#edits.readId();
  }

  writeTag(id: string | undefined): void {
    this.#edits.writeId(id);
  }

  contents(): Contents | undefined {
    const kind = contentsOfMaterial(this.material);
    // What is inside becomes real with this item's own box, which the caller writes back as well.
    return kind && new NbtContents(kind, this.stack.get<CompoundTag>("tag"), () => {});
  }

  encode(count = this.count): Uint8Array {
    return encodeStorage(this.stack, count);
  }
}

export function storedCount(stack: CompoundTag): number {
  return Number(stack.get("Count")?.valueOf() ?? 1);
}

export function writeStoredId(stack: CompoundTag, id: string | undefined): void {
  const tag = stack.get<CompoundTag>("tag") ?? new CompoundTag("tag");
  writeId(tag, id);
  stack.set("tag", tag);
}

/** Without anything in between: what is written is there. */
function editsOf(stack: CompoundTag): ItemEdits {
  return {
    readId: () => readId(stack.get<CompoundTag>("tag")),
    writeId: (id) => writeStoredId(stack, id),
    count: () => storedCount(stack),
  };
}
