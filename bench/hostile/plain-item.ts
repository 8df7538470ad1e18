import type { Contents, Item } from "../../src/core/index.ts";
import { FakeItem, type FakeStack } from "../../src/testing/fake-item.ts";

/** A stack that costs next to nothing itself, so that we measure our own work and not how a game keeps the contents of a box. */
export class PlainItem extends FakeItem {
  override contents(): Contents | undefined {
    const { inside } = this.stack;
    return inside && new PlainContents(inside);
  }

  /** Games already keep an item as bytes, or write them in one go. */
  override encode(count = this.count): Uint8Array {
    return ENCODER.encode(`${this.stack.tag} ${count} ${this.stack.inside?.slots.length ?? 0}`);
  }
}

const ENCODER = new TextEncoder();

class PlainContents implements Contents {
  readonly kind: Contents["kind"];
  readonly #slots: (FakeStack | undefined)[];

  constructor({ kind, slots }: NonNullable<FakeStack["inside"]>) {
    this.kind = kind;
    this.#slots = slots;
  }

  each(visit: (item: Item, slot: number) => void): void {
    for (let slot = 0; slot < this.#slots.length; slot++) {
      const stack = this.#slots[slot];
      if (stack !== undefined) visit(new PlainItem(stack), slot);
    }
  }

  remove(slot: number, count: number): void {
    const stack = this.#slots[slot];
    if (stack === undefined) return;
    stack.count -= count;
    if (stack.count <= 0) this.#slots[slot] = undefined;
  }

  writeBack(): void {
    // Changes take effect at once.
  }
}
