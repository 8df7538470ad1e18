import type { Contents, Item } from "../core/index.ts";

/** A stack of the fake game. Two slots may refer to the same one, as in real games. */
export interface FakeStack {
  material: string;
  maxStackSize: number;
  count: number;
  hasMetadata: boolean;
  tag: string | undefined;
  /** Present when the item can hold others; encoded anew at every `writeBack`, as real games do. */
  inside: { kind: Contents["kind"]; slots: (FakeStack | undefined)[] } | undefined;
}

const STACKABLE = new Set(["minecraft:dirt", "minecraft:diamond", "minecraft:stick"]);

/** Materials are as in the game: dirt, diamonds and sticks stack, everything else does not. */
export function fakeStack(material: string, overrides: Partial<FakeStack> = {}): FakeStack {
  const name = material.includes(":") ? material : `minecraft:${material}`;
  const kind = name.endsWith("shulker_box") ? "shulker-box" : name.endsWith("bundle") ? "bundle" : undefined;
  return {
    material: name,
    maxStackSize: STACKABLE.has(name) ? 64 : 1,
    count: 1,
    hasMetadata: true,
    tag: undefined,
    inside: kind && { kind, slots: [] },
    ...overrides,
  };
}

/** A stack as the platform port shows it. */
export class FakeItem implements Item {
  readonly stack: FakeStack;

  constructor(stack: FakeStack) {
    this.stack = stack;
  }

  get material(): string {
    return this.stack.material;
  }

  get maxStackSize(): number {
    return this.stack.maxStackSize;
  }

  get count(): number {
    return this.stack.count;
  }

  get hasMetadata(): boolean {
    return this.stack.hasMetadata;
  }

  readTag(): string | undefined {
    return this.stack.tag;
  }

  writeTag(id: string | undefined): void {
    this.stack.tag = id;
  }

  contents(): Contents | undefined {
    return this.stack.inside && new FakeContents(this.stack.inside);
  }

  encode(count = this.count): Uint8Array {
    return new TextEncoder().encode(JSON.stringify({ ...this.stack, count }));
  }

  static decode(data: Uint8Array): FakeItem {
    return new FakeItem(JSON.parse(new TextDecoder().decode(data)) as FakeStack);
  }
}

/** Works on a copy until `writeBack`: an inner change that is not written back is lost, as in real games. */
export class FakeContents implements Contents {
  readonly kind: Contents["kind"];
  readonly #inside: NonNullable<FakeStack["inside"]>;
  readonly #slots: (FakeStack | undefined)[];

  constructor(inside: NonNullable<FakeStack["inside"]>) {
    this.kind = inside.kind;
    this.#inside = inside;
    this.#slots = structuredClone(inside.slots);
  }

  each(visit: (item: Item, slot: number) => void): void {
    for (const [slot, stack] of this.#slots.entries()) if (stack) visit(new FakeItem(stack), slot);
  }

  remove(slot: number, count: number): void {
    const stack = this.#slots[slot];
    if (stack === undefined) return;
    stack.count -= count;
    if (stack.count <= 0) this.#slots[slot] = undefined;
  }

  writeBack(): void {
    this.#inside.slots = this.#slots;
  }
}
