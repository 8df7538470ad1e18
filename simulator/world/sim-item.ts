import type { Contents, Item } from "../../src/core/index.ts";
import type { Slots } from "./slots.ts";
import { savedStack } from "./snapshot.ts";
import type { Stack } from "./stack.ts";
import type { World } from "./world.ts";

/** A stack as the platform port shows it. */
export class SimItem implements Item {
  readonly #world: World;
  /** The stack as the truth knows it; detectors see only `stack`. */
  readonly inner: Stack;
  readonly #count: number | undefined;

  /** `count` says how many there were when the event happened; absent, it is how many there are now. */
  constructor(world: World, stack: Stack, count?: number) {
    this.#world = world;
    this.inner = stack;
    this.#count = count;
  }

  get material(): string {
    return this.inner.material.name;
  }

  get maxStackSize(): number {
    return this.inner.material.maxStack;
  }

  get count(): number {
    return this.#count ?? this.inner.count;
  }

  get hasMetadata(): boolean {
    return true;
  }

  get stack(): object {
    return this.inner.object;
  }

  readTag(): string | undefined {
    return this.inner.tag;
  }

  writeTag(id: string | undefined): void {
    this.#world.writeTag(this.inner, id);
  }

  contents(): Contents | undefined {
    const { inside, material } = this.inner;
    return inside && new SimContents(this.#world, inside, material.holds!);
  }

  encode(count = this.inner.count): Uint8Array {
    return encodeStack(this.inner, count);
  }
}

/** Everything about so many of a stack that a player would miss, as bytes. */
export function encodeStack(stack: Stack, count: number): Uint8Array {
  const text = JSON.stringify({ ...savedStack(stack), count }, (key, value) => (key === "lineage" ? undefined : value));
  return new TextEncoder().encode(text);
}

class SimContents implements Contents {
  readonly kind: Contents["kind"];
  readonly #world: World;
  readonly #inside: Slots;

  constructor(world: World, inside: Slots, kind: Contents["kind"]) {
    this.#world = world;
    this.#inside = inside;
    this.kind = kind;
  }

  each(visit: (item: Item, slot: number) => void): void {
    this.#inside.slots.forEach((stack, slot) => {
      if (stack) visit(new SimItem(this.#world, stack), slot);
    });
  }

  remove(slot: number, count: number): void {
    const stack = this.#inside.slots[slot];
    if (stack) this.#world.removeByDetector(stack, count);
  }

  writeBack(): void {
    // Changes were made in the world's own stacks already.
  }
}
