import type { Contents, Item } from "../../index.ts";
import type { ContentsKind, InnerStack } from "./item-data.ts";
import { FlyingSquidItem, type ItemWorld, type StackRef } from "./item-tags.ts";

/** The inside of a box or bundle. Changes wait here until `writeBack`. */
export class BoxContents implements Contents {
  readonly kind: ContentsKind;
  readonly #outer: StackRef;
  readonly #world: ItemWorld;
  readonly #inner: InnerStack[];

  constructor(kind: ContentsKind, outer: StackRef, world: ItemWorld) {
    this.kind = kind;
    this.#outer = outer;
    this.#world = world;
    this.#inner = numbered(world.data.inner(outer.data, kind));
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
    this.#outer.data = this.#world.data.withInner(this.#outer.data, this.kind, left);
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
    return new FlyingSquidItem(ref, this.#world);
  }

  #change(at: number, changed: Partial<InnerStack>): void {
    this.#inner[at] = { ...this.#inner[at]!, ...changed };
  }
}

/** Bad data may name one slot twice: then the later ones get numbers of their own, so that each item can be told apart. */
function numbered(inner: readonly InnerStack[]): InnerStack[] {
  const taken = new Set<number>();
  return inner.map((stack, at) => {
    const slot = taken.has(stack.slot) || !(stack.slot >= 0) ? UNNUMBERED + at : stack.slot;
    taken.add(slot);
    return { ...stack, slot };
  });
}

const UNNUMBERED = 1000;
