import type { Transfers } from "./transfers.ts";

/** Items that went from one player to another, as two consecutive transfers of an item show. */
export interface ItemsGiven {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Counts the items given between all players, or only between `around`, the players who exchanged items with `around`, and
 * these among themselves.
 */
export function itemsGiven(transfers: Transfers, around?: number): ItemsGiven[] {
  const lastHolder = new Map<number, number>();
  const found = new Map<string, { from: number; to: number; count: number }>();
  for (let row = 0; row < transfers.length; row++) {
    const item = transfers.item[row] as number;
    const to = transfers.player[row] as number;
    const from = lastHolder.get(item);
    lastHolder.set(item, to);
    if (from === undefined || from === to) continue;
    const key = `${from} ${to}`;
    const edge = found.get(key);
    if (edge) edge.count++;
    else found.set(key, { from, to, count: 1 });
  }
  const edges = [...found.values()].sort((a, b) => b.count - a.count);
  if (around === undefined) return edges;
  const near = new Set([around]);
  for (const { from, to } of edges) {
    if (from === around) near.add(to);
    if (to === around) near.add(from);
  }
  return edges.filter(({ from, to }) => near.has(from) && near.has(to));
}

/** What a player gave to and got from each other player, the largest sum first. */
export function partnersOf(
  edges: readonly ItemsGiven[],
  player: number,
): { partner: number; gave: number; got: number }[] {
  const partners = new Map<number, { partner: number; gave: number; got: number }>();
  for (const { from, to, count } of edges) {
    if (from !== player && to !== player) continue;
    const partner = from === player ? to : from;
    const entry = partners.get(partner) ?? { partner, gave: 0, got: 0 };
    partners.set(partner, entry);
    if (from === player) entry.gave += count;
    else entry.got += count;
  }
  return [...partners.values()].sort((a, b) => b.gave + b.got - (a.gave + a.got));
}
