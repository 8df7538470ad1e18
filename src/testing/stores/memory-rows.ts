import {
  type BatchRow,
  type BlockPosition,
  type Custody,
  canonicalItemId,
  custodyTimeOf,
  type HandledItem,
  type KnownPlayer,
  NIL_UUID,
  type Page,
  parseLocation,
  ROW_KINDS,
  type TransferAtBlock,
  type TransferRecord,
} from "../../core/index.ts";
import type { MemoryDatabase, MemoryTransfer } from "./memory-database.ts";

const MAX_LIMIT = 10_000;

/** Applies one server's rows to the database, and answers questions about transfers. */
export class MemoryRows {
  readonly #database: MemoryDatabase;
  readonly #serverName: string;

  constructor(database: MemoryDatabase, serverName: string) {
    this.#database = database;
    this.#serverName = serverName;
  }

  /** True when the row was a `seen` row of a new id. */
  keep(row: BatchRow, foreign: Map<string, Custody>): boolean {
    const { kind, itemId, playerId, text, location, timestampMs } = row;
    if (kind === ROW_KINDS.seen) return this.see(itemId, playerId, text, timestampMs);
    if (kind === ROW_KINDS.playerName) this.#name({ id: playerId, name: text });
    else if (kind === ROW_KINDS.custody) this.#moveCustody(row, foreign);
    else this.transfer({ itemId, playerUUID: playerId, action: text, location, timestamp: timestampMs });
    return false;
  }

  see(itemId: string, playerId: string, material: string, firstSeenMs: number): boolean {
    this.#knowPlayer(playerId);
    if (this.#database.seen.has(itemId)) return false;
    this.#database.seen.set(itemId, { firstSeenMs, material, playerId });
    return true;
  }

  transfer(row: Omit<MemoryTransfer, "server">): void {
    const transfer = { ...row, server: this.#serverName };
    this.#knowPlayer(transfer.playerUUID);
    this.#database.transfers.push(transfer);
    const ofItem = this.#database.transfersOfItem.get(transfer.itemId);
    if (ofItem) ofItem.push(transfer);
    else this.#database.transfersOfItem.set(transfer.itemId, [transfer]);
  }

  history(itemId: string, limit: number): TransferRecord[] {
    const newestFirst = newest(this.#of(itemId)).slice(0, cutLimit(limit));
    return newestFirst.map(({ itemId: _, ...record }) => record);
  }

  earliest(itemId: string, playerId: string): number | null {
    const player = canonicalItemId(playerId);
    let earliest: number | null = null;
    for (const { playerUUID, timestamp } of this.#of(itemId)) {
      if (playerUUID === player && (earliest === null || timestamp < earliest)) earliest = timestamp;
    }
    return earliest;
  }

  lastAt(itemId: string, location: string, actions: readonly string[]): TransferRecord | undefined {
    const isThere = (row: MemoryTransfer) =>
      row.server === this.#serverName && row.location === location && actions.includes(row.action);
    const found = parseLocation(location) && newest(this.#of(itemId)).find(isThere);
    if (found === undefined) return undefined;
    const { itemId: _, ...record } = found;
    return record;
  }

  at({ world, x, y, z }: BlockPosition, page: Page): TransferAtBlock[] {
    const rows = this.#database.transfers.filter(({ server, location }) => {
      const block = server === this.#serverName ? parseLocation(location) : undefined;
      if (block === undefined || (world !== undefined && block.world !== world)) return false;
      return block.x === x && block.y === y && block.z === z;
    });
    return paged(newest(rows), page).map((record) => ({ ...record, material: this.#materialOf(record.itemId) }));
  }

  handledBy(playerId: string, page: Page): HandledItem[] {
    const player = canonicalItemId(playerId);
    const last = new Map<string, MemoryTransfer>();
    for (const transfer of newest(this.#database.transfers)) {
      if (transfer.playerUUID === player && !last.has(transfer.itemId)) last.set(transfer.itemId, transfer);
    }
    return paged([...last.values()], page).map(({ itemId, action, location, timestamp, server }) => ({
      itemId,
      material: this.#materialOf(itemId),
      lastAction: action,
      lastLocation: location,
      lastTimestamp: timestamp,
      lastServer: server,
    }));
  }

  #of(itemId: string): readonly MemoryTransfer[] {
    return this.#database.transfersOfItem.get(canonicalItemId(itemId) ?? "") ?? [];
  }

  #materialOf(itemId: string): string {
    return this.#database.seen.get(itemId)?.material ?? "";
  }

  /** A server's rows can only move items in its own custody, or in nobody's. */
  #moveCustody(row: BatchRow, foreign: Map<string, Custody>): void {
    const { itemId, playerId: holderId, text: place, location, timestampMs } = row;
    this.#knowPlayer(holderId);
    const { custody } = this.#database;
    const before = custody.get(itemId);
    const server = this.#serverName;
    if (before !== undefined && before.server !== server) foreign.set(itemId, before);
    else {
      const version = before?.version ?? 1;
      custody.set(itemId, { itemId, place, holderId, location, ...custodyTimeOf(timestampMs), server, version });
    }
  }

  #name(player: KnownPlayer): void {
    this.#knowPlayer(player.id);
    // Deleted first, so that the map's order is the order of naming.
    this.#database.names.delete(player.id);
    this.#database.names.set(player.id, player);
  }

  #knowPlayer(playerId: string): void {
    if (playerId !== NIL_UUID) this.#database.players.add(playerId);
  }
}

/** Newest first; rows of one millisecond in reverse order of insertion (the sort is stable). */
function newest(transfers: readonly MemoryTransfer[]): MemoryTransfer[] {
  return transfers.toReversed().sort((a, b) => b.timestamp - a.timestamp);
}

export function cutLimit(limit: number): number {
  return limit >= 1 ? Math.min(Math.floor(limit), MAX_LIMIT) : 0;
}

export function paged<T>(all: readonly T[], { offset, limit }: Page): T[] {
  const from = Math.max(0, Math.floor(offset));
  return all.slice(from, from + cutLimit(limit));
}
