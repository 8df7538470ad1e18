import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type BlockPosition,
  type HandledItem,
  type Page,
  parseLocation,
  type TransferAtBlock,
  type TransferRecord,
} from "../../../core/storage-face.ts";
import { storableText } from "../../storable-text.ts";
import type { Compactor } from "../writing/compactor.ts";
import type { Dictionaries } from "../writing/dictionaries.ts";
import type { RecentRows } from "../writing/recent-rows.ts";
import type { Items } from "./items.ts";

/** How many item references one step covers when all transfers are read. */
const ITEMS_A_STEP = 2000;

/** A transfer with references instead of texts; `x` is null if the location is a text instead of a block. */
interface RawTransfer {
  readonly ts: number;
  readonly player: number;
  readonly context: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
}

/** Questions about transfers, over the clustered table and the rows that are not compacted into it yet. */
export class TransferQuestions {
  readonly #dictionaries: Dictionaries;
  readonly #items: Items;
  readonly #compactor: Compactor;
  readonly #recent: () => RecentRows;
  readonly #newest: StatementSync;
  readonly #earliest: StatementSync;
  readonly #atBlock: StatementSync;
  readonly #handled: StatementSync;
  readonly #ofAllAtBlock: StatementSync;
  readonly #highestItem: StatementSync;

  constructor(
    db: DatabaseSync,
    dictionaries: Dictionaries,
    items: Items,
    compactor: Compactor,
    recent: () => RecentRows,
  ) {
    this.#dictionaries = dictionaries;
    this.#items = items;
    this.#compactor = compactor;
    this.#recent = recent;
    this.#newest = db.prepare(
      "SELECT ts, player, scene AS context, x, y, z FROM transfers WHERE item = ? ORDER BY ts DESC, nth DESC LIMIT ?",
    );
    this.#earliest = db.prepare("SELECT ts FROM transfers WHERE item = ? AND player = ? ORDER BY ts LIMIT 1");
    this.#atBlock = db.prepare(
      `SELECT ts, player, scene AS context, x, y, z FROM transfers WHERE item = ? AND x = ? AND y = ? AND z = ?
       ORDER BY ts DESC, nth DESC`,
    );
    this.#handled = db.prepare(
      `SELECT item, ts, player, scene AS context, x, y, z FROM transfers WHERE item > ? AND item <= ? AND player = ?
       ORDER BY item, ts, nth`,
    );
    this.#ofAllAtBlock = db.prepare(
      `SELECT item, ts, player, scene AS context, x, y, z FROM transfers
       WHERE item > ? AND item <= ? AND x = ? AND y = ? AND z = ?`,
    );
    this.#highestItem = db.prepare("SELECT max(ref) AS item FROM items");
  }

  count(): number {
    return this.#compactor.compactedTransfers + this.#countWaiting();
  }

  history(itemId: string, limit: number): TransferRecord[] {
    const item = this.#items.findRef(itemId);
    if (item === undefined || limit === 0) return [];
    const compacted = this.#newest.all(item, limit) as unknown as RawTransfer[];
    const waiting = this.#waiting(item);
    // The sort is stable, so rows of one millisecond stay in reverse order of insertion.
    const newest = waiting.length === 0 ? compacted : [...waiting, ...compacted].sort((a, b) => b.ts - a.ts);
    return newest.slice(0, limit).map((transfer) => this.#record(transfer));
  }

  earliest(itemId: string, playerId: string): number | null {
    const item = this.#items.findRef(itemId);
    const player = this.#dictionaries.findPlayer(playerId);
    if (item === undefined || player === undefined) return null;
    let earliest = (this.#earliest.get(item, player)?.ts as number | undefined) ?? null;
    for (const transfer of this.#waiting(item)) {
      if (transfer.player === player && (earliest === null || transfer.ts < earliest)) earliest = transfer.ts;
    }
    return earliest;
  }

  /** The table is clustered by item, so the item's rows are read from the newest on. */
  lastAt(itemId: string, location: string, actions: readonly string[]): TransferRecord | undefined {
    const item = this.#items.findRef(itemId);
    const block = parseLocation(storableText(location));
    if (item === undefined || block === undefined) return undefined;
    const isThere = ({ context, x, y, z }: RawTransfer) =>
      x === block.x && y === block.y && z === block.z && this.#dictionaries.isOwn(context, block.world, actions);
    let last = this.#waiting(item).filter(isThere).reduce(later, undefined);
    for (const row of this.#atBlock.iterate(item, block.x, block.y, block.z)) {
      const compacted = row as unknown as RawTransfer;
      if (!isThere(compacted)) continue;
      last = later(last, compacted);
      break;
    }
    return last && this.#record(last);
  }

  /**
   * Reads all transfers, in steps: an index by player would cost a quarter of the disk space and half the writing speed, for a
   * question that only staff ask. Writes continue between the steps.
   */
  async handledBy(playerId: string, { offset, limit }: Page): Promise<HandledItem[]> {
    const player = this.#dictionaries.findPlayer(playerId);
    if (player === undefined || limit === 0) return [];
    // Rows that are not compacted come first: a row that is compacted meanwhile is then met twice, which is harmless.
    const waiting = this.#waitingOf(player);
    const newest = new Map<number, RawTransfer>();
    const highest = (this.#highestItem.get()?.item as number | null) ?? 0;
    for (let from = 0; from < highest; from += ITEMS_A_STEP) {
      for (const row of this.#handled.all(from, from + ITEMS_A_STEP, player)) {
        const { item, ...transfer } = row as unknown as RawTransfer & { item: number };
        newest.set(item, transfer);
      }
      await nextTurn();
    }
    for (const [item, transfer] of waiting) {
      const compacted = newest.get(item);
      if (compacted === undefined || compacted.ts <= transfer.ts) newest.set(item, transfer);
    }
    return [...newest]
      .sort(([itemA, a], [itemB, b]) => b.ts - a.ts || itemB - itemA)
      .slice(offset, offset + limit)
      .map(([item, transfer]) => this.#handledItem(item, transfer));
  }

  /** Reads all transfers in steps, for the same reason. */
  async atBlock({ world, x, y, z }: BlockPosition, { offset, limit }: Page): Promise<TransferAtBlock[]> {
    if (limit === 0) return [];
    const newest = new NewestRows(offset + limit);
    const stored = world === undefined ? undefined : storableText(world);
    const isThere = (row: RawTransfer) =>
      row.x === x && row.y === y && row.z === z && this.#dictionaries.isOf(row.context, stored);
    const { compacting } = this.#compactor;
    for (const rows of compacting ? [compacting, this.#recent()] : [this.#recent()])
      for (let at = 0; at < rows.length; at++) {
        const row = rawAt(rows, at);
        if (rows.isTransfer(at) && isThere(row)) newest.add({ ...row, item: rows.item(at) });
      }
    const highest = (this.#highestItem.get()?.item as number | null) ?? 0;
    for (let from = 0; from < highest; from += ITEMS_A_STEP) {
      for (const row of this.#ofAllAtBlock.all(from, from + ITEMS_A_STEP, x, y, z)) {
        const transfer = row as unknown as RawTransfer & { item: number };
        if (isThere(transfer)) newest.add(transfer);
      }
      await nextTurn();
    }
    return newest.from(offset).map((transfer) => {
      const itemId = this.#items.id(transfer.item);
      return { ...this.#record(transfer), itemId, material: this.#items.firstSighting(itemId)?.material ?? "" };
    });
  }

  #handledItem(item: number, transfer: RawTransfer): HandledItem {
    const itemId = this.#items.id(item);
    const { action, location, timestamp, server } = this.#record(transfer);
    const material = this.#items.firstSighting(itemId)?.material ?? "";
    return {
      itemId,
      material,
      lastAction: action,
      lastLocation: location,
      lastTimestamp: timestamp,
      lastServer: server,
    };
  }

  #record({ ts, player, context, x, y, z }: RawTransfer): Required<TransferRecord> {
    const { action, server } = this.#dictionaries.contextTexts(context);
    return {
      playerUUID: this.#dictionaries.playerId(player),
      action,
      location: this.#dictionaries.location(context, x, y, z),
      timestamp: ts,
      server,
    };
  }

  #countWaiting(): number {
    let transfers = this.#recent().transfers;
    const { compacting, compactedItem } = this.#compactor;
    if (!compacting) return transfers;
    for (let at = 0; at < compacting.length; at++) {
      if (compacting.item(at) > compactedItem) transfers += compacting.isTransfer(at) ? 1 : 0;
    }
    return transfers;
  }

  /** Returns the item's transfers that are not in the table yet, the last one first. */
  #waiting(item: number): RawTransfer[] {
    const recent = this.#recent();
    const found = recent
      .rowsOf(item)
      .filter((at) => recent.isTransfer(at))
      .map((at) => rawAt(recent, at));
    const { compacting, compactedItem } = this.#compactor;
    if (!compacting || item <= compactedItem) return found;
    for (const at of compacting.rowsOf(item)) if (compacting.isTransfer(at)) found.push(rawAt(compacting, at));
    return found;
  }

  /** Returns the player's newest transfer of each item, among those not in the table yet. */
  #waitingOf(player: number): Map<number, RawTransfer> {
    const newest = new Map<number, RawTransfer>();
    const { compacting } = this.#compactor;
    for (const rows of compacting ? [compacting, this.#recent()] : [this.#recent()]) {
      for (let at = 0; at < rows.length; at++) {
        if (rows.player(at) !== player || !rows.isTransfer(at)) continue;
        const known = newest.get(rows.item(at));
        if (known === undefined || known.ts <= rows.ts(at)) {
          newest.set(rows.item(at), rawAt(rows, at));
        }
      }
    }
    return newest;
  }
}

type RawRow = RawTransfer & { readonly item: number };

/** Keeps the newest of many rows. A row that was compacted meanwhile is added twice, and kept once. */
class NewestRows {
  readonly #count: number;
  #rows = new Map<string, RawRow>();

  constructor(count: number) {
    this.#count = count;
  }

  add(row: RawRow): void {
    this.#rows.set(`${row.item} ${row.ts} ${row.player} ${row.context}`, row);
    if (this.#rows.size >= 2 * this.#count + 1000) this.#rows = new Map(this.#sorted().slice(0, this.#count));
  }

  from(offset: number): RawRow[] {
    return this.#sorted()
      .slice(offset, this.#count)
      .map(([, row]) => row);
  }

  #sorted(): [string, RawRow][] {
    return [...this.#rows].sort(([, a], [, b]) => b.ts - a.ts || b.item - a.item);
  }
}

/** Returns `a` if both have the same millisecond: the callers pass the row first that was inserted last. */
function later(a: RawTransfer | undefined, b: RawTransfer): RawTransfer {
  return a === undefined || b.ts > a.ts ? b : a;
}

function rawAt(rows: RecentRows, at: number): RawTransfer {
  const isAtText = rows.isAtText(at);
  return {
    ts: rows.ts(at),
    player: rows.player(at),
    context: rows.context(at),
    x: isAtText ? null : rows.x(at),
    y: isAtText ? null : rows.y(at),
    z: isAtText ? null : rows.z(at),
  };
}
