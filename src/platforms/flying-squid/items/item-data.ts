import type { Contents } from "../../../index.ts";

import type { SquidRegistry, SquidStack } from "../squid-server.ts";

export type ContentsKind = Contents["kind"];

/** One item inside a box or bundle. */
export interface InnerStack<Data = unknown> {
  readonly slot: number;
  /** Without the `minecraft:` prefix, e.g. `bow`. */
  readonly name: string;
  readonly count: number;
  /** See `StackRef`. */
  readonly metadata: number;
  readonly removed: readonly object[];
  readonly data: Data;
  /** The game's own record of the item, with everything else that it holds. */
  readonly origin: object;
}

/**
 * How a game version keeps an item's data: as NBT, or as components. Data is never changed in place, because split stacks share
 * it. Each change returns new data, which counts only after `store`.
 */
export interface ItemData<Data = unknown> {
  of(stack: SquidStack): Data;
  store(stack: SquidStack, data: Data): void;
  readTag(data: Data): string | undefined;
  withTag(data: Data, id: string | undefined): Data;
  inner(data: Data, kind: ContentsKind): InnerStack<Data>[];
  withInner(data: Data, kind: ContentsKind, inner: readonly InnerStack<Data>[]): Data;
}

/** The kind of contents that an item of this name has; `undefined` if it holds nothing. */
export function contentsKind(name: string): ContentsKind | undefined {
  if (name.endsWith("shulker_box")) return "shulker-box";
  return name.endsWith("bundle") ? "bundle" : undefined;
}

/** An unknown item counts as stackable, and is left alone. */
export function maxStackSizeOf(registry: SquidRegistry, name: string): number {
  return registry.itemsByName[name]?.stackSize ?? 64;
}
