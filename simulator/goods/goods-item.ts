import type { Contents, Item } from "../../src/core/index.ts";
import type { Bin, Stack } from "./bin.ts";

/** A stack as the platform port shows it. */
export class GoodsItem implements Item {
  readonly stack: Stack;

  constructor(stack: Stack) {
    this.stack = stack;
  }

  get material(): string {
    return this.stack.material.name;
  }

  get maxStackSize(): number {
    return this.stack.material.maxStack;
  }

  get count(): number {
    return this.stack.count;
  }

  get hasMetadata(): boolean {
    return true;
  }

  readTag(): string | undefined {
    return this.stack.tag;
  }

  writeTag(id: string | undefined): void {
    this.stack.tag = id;
  }

  contents(): Contents | undefined {
    return this.stack.inside && new GoodsContents(this.stack.inside);
  }

  encode(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(this.stack));
  }
}

class GoodsContents implements Contents {
  readonly kind = "shulker-box";
  readonly #inside: Bin;

  constructor(inside: Bin) {
    this.#inside = inside;
  }

  each(visit: (item: Item, slot: number) => void): void {
    for (const [slot, stack] of this.#inside.stacks.entries()) visit(new GoodsItem(stack), slot);
  }

  remove(slot: number, count: number): void {
    const stack = this.#inside.stacks[slot];
    if (stack !== undefined) this.#inside.take(stack.material, count);
  }

  writeBack(): void {
    // Changes are made in the world's own stacks at once.
  }
}
