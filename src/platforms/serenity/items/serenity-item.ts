import type { ItemStack } from "@serenityjs/core";
import type { CompoundTag } from "@serenityjs/nbt";
import type { Contents, Item } from "../../../index.ts";
import { readId, writeId } from "./id-tag.ts";
import { encodeStorage } from "./item-codec.ts";
import { contentsOf, maxStackSizeOf } from "./item-types.ts";
import { NbtContents } from "./stored-item.ts";

/** A stack as Serenity holds it. */
export class SerenityItem implements Item {
  readonly hasMetadata = true;
  readonly #stack: ItemStack;
  readonly #changed: (() => void) | undefined;

  /** After a write, Serenity sends and stores the whole container of the stack. `changed`, if given, is called instead. */
  constructor(stack: ItemStack, changed?: () => void) {
    this.#stack = stack;
    this.#changed = changed;
  }

  /** A getter, because a stack refers to the whole server: printing an item would print all of it. */
  get stack(): ItemStack {
    return this.#stack;
  }

  get material(): string {
    return this.#stack.identifier;
  }

  get maxStackSize(): number {
    return maxStackSizeOf(this.#stack.type);
  }

  get count(): number {
    return this.#stack.getStackSize();
  }

  readTag(): string | undefined {
    return readId(this.#stack.nbt);
  }

  writeTag(id: string | undefined): void {
    this.#write(() => writeId(this.#stack.nbt, id));
  }

  contents(): Contents | undefined {
    const { nbt, type } = this.#stack;
    const kind = contentsOf(type);
    return kind && new NbtContents(kind, nbt, (change) => this.#write(() => replaceTags(nbt, change(nbt))));
  }

  encode(count = this.count): Uint8Array {
    return encodeStorage(this.#stack.getStorage(), count);
  }

  #write(act: () => void): void {
    if (this.#changed === undefined) {
      withoutStaleContainer(this.#stack, act);
    } else {
      withoutContainer(this.#stack, act);
      this.#changed();
    }
  }
}

/** Takes the changed tags over. Setting any key tells the stack, and so its container, that the NBT has changed. */
function replaceTags(nbt: ItemStack["nbt"], changed: CompoundTag): void {
  for (const [key, tag] of changed) Map.prototype.set.call(nbt, key, tag);
  nbt.push();
}

/**
 * Changes a stack. Serenity 0.8.21 passes every change on to `stack.container`, and does not clear that when the stack leaves:
 * a lying item would be put into slot -1 of its last container. So a stale container is hidden while we write.
 */
export function withoutStaleContainer(stack: ItemStack, act: () => void): void {
  if (stack.container?.storage.includes(stack)) act();
  else withoutContainer(stack, act);
}

function withoutContainer(stack: ItemStack, act: () => void): void {
  const { container } = stack;
  stack.container = null;
  try {
    act();
  } finally {
    stack.container = container;
  }
}
