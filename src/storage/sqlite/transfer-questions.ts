import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type HandledItem, type Page, parseLocation, type TransferRecord } from "../../core/records.ts";
import type { Dictionaries } from "./dictionaries.ts";
import type { Folder } from "./folder.ts";
import type { Items } from "./items.ts";
import type { RecentRows } from "./recent-rows.ts";

/** Item references that one step of reading through all transfers covers. */
const ITEMS_A_STEP = 2000;

/** A transfer with references in place of texts; `x` is null where the location is a text of its own. */
interface RawTransfer {
  readonly ts: number;
  readonly player: number;
  readonly scene: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
}

/** Questions about transfers, over the clustered table and what is not yet folded into it. */
export class TransferQuestions {
  readonly #dictionaries: Dictionaries;
  readonly #items: Items;
  readonly #folder: Folder;
  readonly #recent: () => RecentRows;
  readonly #newest: StatementSync;
  readonly #earliest: StatementSync;
  readonly #atBlock: StatementSync;
  readonly #handled: StatementSync;
  readonly #highestItem: StatementSync;

  constructor(db: DatabaseSync, dictionaries: Dictionaries, items: Items, folder: Folder, recent: () => RecentRows) {
    this.#dictionaries = dictionaries;
    this.#items = items;
    this.#folder = folder;
    this.#recent = recent;
    this.#newest = db.prepare(
      "SELECT ts, player, scene, x, y, z FROM transfers WHERE item = ? ORDER BY ts DESC, nth DESC LIMIT ?",
    );
    this.#earliest = db.prepare("SELECT ts FROM transfers WHERE item = ? AND player = ? ORDER BY ts LIMIT 1");
    this.#atBlock = db.prepare(
      `SELECT ts, player, scene, x, y, z FROM transfers WHERE item = ? AND x = ? AND y = ? AND z = ?
       ORDER BY ts DESC, nth DESC`,
    );
    this.#handled = db.prepare(
      `SELECT item, ts, player, scene, x, y, z FROM transfers WHERE item > ? AND item <= ? AND player = ?
       ORDER BY item, ts, nth`,
    );
    this.#highestItem = db.prepare("SELECT max(ref) AS item FROM items");
  }

  count(): number {
    return this.#folder.foldedTransfers + this.#countUnfolded();
  }

  history(itemId: string, limit: number): TransferRecord[] {
    const item = this.#items.findRef(itemId);
    if (item === undefined || limit === 0) return [];
    const folded = this.#newest.all(item, limit) as unknown as RawTransfer[];
    const unfolded = this.#unfolded(item);
    // The sort is stable: rows of one millisecond stay in reverse order of insertion.
    const newest = unfolded.length === 0 ? folded : [...unfolded, ...folded].sort((a, b) => b.ts - a.ts);
    return newest.slice(0, limit).map((transfer) => this.#record(transfer));
  }

  earliest(itemId: string, playerId: string): number | null {
    const item = this.#items.findRef(itemId);
    const player = this.#dictionaries.findPlayer(playerId);
    if (item === undefined || player === undefined) return null;
    let earliest = (this.#earliest.get(item, player)?.ts as number | undefined) ?? null;
    for (const transfer of this.#unfolded(item)) {
      if (transfer.player === player && (earliest === null || transfer.ts < earliest)) earliest = transfer.ts;
    }
    return earliest;
  }

  /** The table is clustered by item: its rows are gone through from the newest on. */
  lastAt(itemId: string, location: string, actions: readonly string[]): TransferRecord | undefined {
    const item = this.#items.findRef(itemId);
    const block = parseLocation(location);
    if (item === undefined || block === undefined) return undefined;
    const isThere = ({ scene, x, y, z }: RawTransfer) =>
      x === block.x && y === block.y && z === block.z && this.#dictionaries.isOwn(scene, block.world, actions);
    let last = this.#unfolded(item).filter(isThere).reduce(later, undefined);
    for (const row of this.#atBlock.iterate(item, block.x, block.y, block.z)) {
      const folded = row as unknown as RawTransfer;
      if (!isThere(folded)) continue;
      last = later(last, folded);
      break;
    }
    return last && this.#record(last);
  }

  /**
   * Reads through all transfers in steps: an index by player would cost a quarter of the disk and half of the writing
   * speed, for a question that only staff ask. Writes go on between the steps.
   */
  async handledBy(playerId: string, { offset, limit }: Page): Promise<HandledItem[]> {
    const player = this.#dictionaries.findPlayer(playerId);
    if (player === undefined || limit === 0) return [];
    // First what is not folded: a row that is folded meanwhile is met twice, which does no harm.
    const unfolded = this.#unfoldedOf(player);
    const newest = new Map<number, RawTransfer>();
    const highest = (this.#highestItem.get()?.item as number | null) ?? 0;
    for (let from = 0; from < highest; from += ITEMS_A_STEP) {
      for (const row of this.#handled.all(from, from + ITEMS_A_STEP, player)) {
        const { item, ...transfer } = row as unknown as RawTransfer & { item: number };
        newest.set(item, transfer);
      }
      await nextTurn();
    }
    for (const [item, transfer] of unfolded) {
      const folded = newest.get(item);
      if (folded === undefined || folded.ts <= transfer.ts) newest.set(item, transfer);
    }
    return [...newest]
      .sort(([itemA, a], [itemB, b]) => b.ts - a.ts || itemB - itemA)
      .slice(offset, offset + limit)
      .map(([item, transfer]) => this.#handledItem(item, transfer));
  }

  #handledItem(item: number, transfer: RawTransfer): HandledItem {
    const itemId = this.#items.id(item);
    const { action, location, timestamp } = this.#record(transfer);
    const material = this.#items.firstSighting(itemId)?.material ?? "";
    return { itemId, material, lastAction: action, lastLocation: location, lastTimestamp: timestamp };
  }

  #record({ ts, player, scene, x, y, z }: RawTransfer): TransferRecord {
    return {
      playerUUID: this.#dictionaries.playerId(player),
      action: this.#dictionaries.sceneTexts(scene).action,
      location: this.#dictionaries.location(scene, x, y, z),
      timestamp: ts,
    };
  }

  #countUnfolded(): number {
    let transfers = this.#recent().transfers;
    const { folding, foldedItem } = this.#folder;
    if (!folding) return transfers;
    for (let at = 0; at < folding.length; at++) {
      if (folding.item(at) > foldedItem) transfers += folding.isTransfer(at) ? 1 : 0;
    }
    return transfers;
  }

  /** The item's transfers that are not in the table yet, the last one first. */
  #unfolded(item: number): RawTransfer[] {
    const recent = this.#recent();
    const found = recent
      .rowsOf(item)
      .filter((at) => recent.isTransfer(at))
      .map((at) => rawAt(recent, at));
    const { folding, foldedItem } = this.#folder;
    if (!folding || item <= foldedItem) return found;
    for (const at of folding.rowsOf(item)) if (folding.isTransfer(at)) found.push(rawAt(folding, at));
    return found;
  }

  /** The player's newest transfer of each item, of those not in the table yet. */
  #unfoldedOf(player: number): Map<number, RawTransfer> {
    const newest = new Map<number, RawTransfer>();
    const { folding } = this.#folder;
    for (const rows of folding ? [folding, this.#recent()] : [this.#recent()]) {
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

/** Of rows of one millisecond the first, which was inserted last. */
function later(a: RawTransfer | undefined, b: RawTransfer): RawTransfer {
  return a === undefined || b.ts > a.ts ? b : a;
}

function rawAt(rows: RecentRows, at: number): RawTransfer {
  const isAtText = rows.isAtText(at);
  return {
    ts: rows.ts(at),
    player: rows.player(at),
    scene: rows.scene(at),
    x: isAtText ? null : rows.x(at),
    y: isAtText ? null : rows.y(at),
    z: isAtText ? null : rows.z(at),
  };
}
