import type { Contents, Item } from "../../../index.ts";
import type { SquidRegistry, SquidStack } from "../squid-server.ts";
import { encodeItem } from "./item-codec.ts";
import type { ContentsKind, InnerStack } from "./item-data.ts";
import { contentsKind, type ItemData, maxStackSizeOf } from "./item-data.ts";

/** A stack that can be read and written, wherever it is: in a slot, on the ground, inside a box. */
export interface StackRef {
  /** The game's own record of the stack. */
  readonly stack: object;
  /** Without the `minecraft:` prefix. */
  readonly name: string;
  readonly count: number;
  /** Damage or colour, which versions before 1.13 keep outside the item's data. */
  readonly metadata: number;
  /** Components that the item's type has and this stack does not. */
  readonly removed: readonly object[];
  data: unknown;
}

/** What all items of one server share. */
export interface ItemContext {
  readonly data: ItemData;
  readonly registry: SquidRegistry;
}

/** A stack as flying-squid holds it. */
export class FlyingSquidItem implements Item {
  readonly hasMetadata = true;
  readonly #ref: StackRef;
  readonly #context: ItemContext;

  constructor(ref: StackRef, context: ItemContext) {
    this.#ref = ref;
    this.#context = context;
  }

  get stack(): object {
    return this.#ref.stack;
  }

  get material(): string {
    return `minecraft:${this.#ref.name}`;
  }

  get maxStackSize(): number {
    return maxStackSizeOf(this.#context.registry, this.#ref.name);
  }

  get count(): number {
    return this.#ref.count;
  }

  readTag(): string | undefined {
    return this.#context.data.readTag(this.#ref.data);
  }

  writeTag(id: string | undefined): void {
    this.#ref.data = this.#context.data.withTag(this.#ref.data, id);
  }

  contents(): Contents | undefined {
    const kind = contentsKind(this.#ref.name);
    return kind && new BoxContents(kind, this.#ref, this.#context);
  }

  encode(count = this.count): Uint8Array {
    const { name, metadata, data, removed } = this.#ref;
    return encodeItem({ name, count, metadata, data, removed });
  }
}

/** A stack of prismarine-item. Writes take effect at once. */
export class LiveStack implements StackRef {
  readonly stack: SquidStack;
  readonly #data: ItemData;

  constructor(stack: SquidStack, { data }: ItemContext) {
    this.stack = stack;
    this.#data = data;
  }

  get name(): string {
    return this.stack.name;
  }

  get count(): number {
    return this.stack.count;
  }

  get metadata(): number {
    return this.stack.metadata;
  }

  get removed(): readonly object[] {
    return this.stack.removedComponents ?? [];
  }

  get data(): unknown {
    return this.#data.of(this.stack);
  }

  set data(changed) {
    this.#data.store(this.stack, changed);
  }
}

/** The inside of a box or bundle. Changes wait here until `writeBack`. */
class BoxContents implements Contents {
  readonly kind: ContentsKind;
  readonly #outer: StackRef;
  readonly #context: ItemContext;
  readonly #inner: InnerStack[];

  constructor(kind: ContentsKind, outer: StackRef, context: ItemContext) {
    this.kind = kind;
    this.#outer = outer;
    this.#context = context;
    this.#inner = numbered(context.data.inner(outer.data, kind));
  }

  each(visit: (item: Item, slot: number) => void): void {
    for (const [at, { slot, count }] of this.#inner.entries()) if (count > 0) visit(this.#itemAt(at), slot);
  }

  remove(slot: number, count: number): void {
    const at = this.#inner.findIndex((candidate) => candidate.slot === slot);
    if (at >= 0) this.#change(at, { count: this.#inner[at]!.count - count });
  }

  writeBack(): void {
    const left = this.#inner.filter(({ count }) => count > 0);
    this.#outer.data = this.#context.data.withInner(this.#outer.data, this.kind, left);
  }

  #itemAt(at: number): Item {
    const inner = () => this.#inner[at]!;
    const change = (data: unknown) => this.#change(at, { data });
    const { origin, name, metadata, removed } = inner();
    const ref: StackRef = {
      stack: origin,
      name,
      metadata,
      removed,
      get count() {
        return inner().count;
      },
      get data() {
        return inner().data;
      },
      set data(changed) {
        change(changed);
      },
    };
    return new FlyingSquidItem(ref, this.#context);
  }

  #change(at: number, changed: Partial<InnerStack>): void {
    this.#inner[at] = { ...this.#inner[at]!, ...changed };
  }
}

/** Bad data may name one slot twice. Later items then get other numbers, so that each item can be told apart. */
function numbered(inner: readonly InnerStack[]): InnerStack[] {
  const taken = new Set<number>();
  return inner.map((stack, at) => {
    const slot = taken.has(stack.slot) || !(stack.slot >= 0) ? UNNUMBERED + at : stack.slot;
    taken.add(slot);
    return { ...stack, slot };
  });
}

const UNNUMBERED = 1000;
