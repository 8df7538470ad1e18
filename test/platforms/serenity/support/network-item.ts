/** An item as bedrock-protocol reads it from the wire. */
export interface WireItem {
  network_id: number;
  count?: number;
  metadata?: number;
  stack_id?: number | { id: number };
  block_runtime_id?: number;
  extra?: { has_nbt: boolean | string; nbt?: { version: number; nbt: NbtNode } };
}

/** An item as the server told the client. */
export interface SeenItem {
  /** Identifier without namespace, such as "diamond_sword"; the number as text while the registry is unknown. */
  name: string;
  networkId: number;
  count: number;
  /** The server's number for this stack object. A whole stack keeps it when it moves. */
  stackId: number;
  /** The item's tag as plain values; empty if it has none. */
  nbt: Record<string, unknown>;
  /** The item as it arrived, for packets that need the item itself. */
  wire: WireItem;
}

interface NbtNode {
  type: string;
  value: unknown;
}

/** Reads an item from the wire; undefined for an empty slot. */
export function seenItem(wire: WireItem, nameOf: (networkId: number) => string): SeenItem | undefined {
  if (wire.network_id === 0 || !wire.count) return undefined;
  const nbt = wire.extra?.nbt?.nbt;
  return {
    name: nameOf(wire.network_id),
    networkId: wire.network_id,
    count: wire.count,
    stackId: typeof wire.stack_id === "object" ? wire.stack_id.id : (wire.stack_id ?? 0),
    nbt: nbt ? (plain(nbt) as Record<string, unknown>) : {},
    wire,
  };
}

/** An item to write into a packet. `count` overrides what the server said. */
export function wireItem(item: SeenItem | undefined, count = item?.count ?? 0): WireItem {
  if (!item) return { network_id: 0 };
  return {
    network_id: item.networkId,
    count,
    metadata: item.wire.metadata ?? 0,
    ...{ has_stack_id: 0 },
    block_runtime_id: item.wire.block_runtime_id ?? 0,
    extra: { has_nbt: "false", ...{ can_place_on: [], can_destroy: [] } },
  };
}

function plain(node: NbtNode): unknown {
  if (node.type === "compound") {
    const entries = Object.entries(node.value as Record<string, NbtNode>);
    return Object.fromEntries(entries.map(([key, child]) => [key, plain(child)]));
  }
  if (node.type === "list") {
    const list = node.value as { type: string; value: unknown[] };
    return list.value.map((value) => plain({ type: list.type, value }));
  }
  return node.value;
}

/** The id in an item's NBT, as the client was told it. */
export function idOf(item: { nbt: Record<string, unknown> } | undefined): string | undefined {
  return item?.nbt["doubletake:id"] as string | undefined;
}
