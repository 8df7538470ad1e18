import type { Contents } from "../../../index.ts";

import type { SquidRegistry, SquidStack } from "../squid-server.ts";

export type ContentsKind = Contents["kind"];

/** One item inside a box or bundle. */
export interface InnerStack<Data = unknown> {
  readonly slot: number;
  /** Without the game's prefix, e.g. `bow`. */
  readonly name: string;
  readonly count: number;
  /** See `StackRef`. */
  readonly metadata: number;
  readonly removed: readonly object[];
  readonly data: Data;
  /** The game's own record of it, with whatever else that holds. */
  readonly origin: object;
}

/**
 * Where a game version keeps what is particular about an item: NBT, or components. Data is never changed in place, since
 * stacks that were split share it: every change gives new data, and only what is stored becomes real.
 */
export interface ItemData<Data = unknown> {
  of(stack: SquidStack): Data;
  store(stack: SquidStack, data: Data): void;
  readTag(data: Data): string | undefined;
  withTag(data: Data, id: string | undefined): Data;
  inner(data: Data, kind: ContentsKind): InnerStack<Data>[];
  withInner(data: Data, kind: ContentsKind, inner: readonly InnerStack<Data>[]): Data;
}

/** What an item of this name holds; `undefined` when it holds nothing. */
export function contentsKind(name: string): ContentsKind | undefined {
  if (name.endsWith("shulker_box")) return "shulker-box";
  return name.endsWith("bundle") ? "bundle" : undefined;
}

/** What cannot be known to be single is taken for stackable: it is then left alone. */
export function maxStackSizeOf(registry: SquidRegistry, name: string): number {
  return registry.itemsByName[name]?.stackSize ?? 64;
}
