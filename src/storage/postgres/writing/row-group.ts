import { ROW, ROW_KINDS, ROW_WORDS, timeAt } from "../../../core/storage-face.ts";
import type { IdTable } from "../../id-table.ts";
import { storableName } from "../../storable-text.ts";
import { whereAt } from "../questions/where.ts";
import { storableMs } from "./binary-rows.ts";
import { CustodyColumns } from "./custody-columns.ts";
import type { Dictionaries } from "./dictionaries.ts";
import type { InsertionOrder } from "./insertion-order.ts";
import type { ReferredBatch } from "./text-refs.ts";
import { TransferColumns } from "./transfer-columns.ts";
import { besideWorld, lowWorld } from "./world-refs.ts";

/** The first `seen` row of an id in a group. */
export interface SeenRow {
  readonly timestampMs: number;
  readonly material: number;
  readonly player: number;
  readonly batch: number;
  readonly row: number;
}

/** The rows of several batches, grouped by what must be done with them. */
export interface RowGroup {
  readonly transfers: TransferColumns;
  readonly custody: CustodyColumns;
  /** Ids that were not known to be seen before this group, by their entry. */
  readonly sightings: ReadonlyMap<number, SeenRow>;
  /** Entries of ids whose reference is not known. */
  readonly strangers: readonly number[];
  /** The last name of each player, by reference, in the order of naming. */
  readonly names: ReadonlyMap<number, string>;
}

/** Takes a few milliseconds. */
const ROWS_AT_A_TIME = 20_000;

export async function groupRows(
  batches: readonly ReferredBatch[],
  items: IdTable,
  dictionaries: Dictionaries,
  order: InsertionOrder,
): Promise<RowGroup> {
  const rowCount = batches.reduce((count, { batch }) => count + batch.rowCount, 0);
  const transfers = new TransferColumns(rowCount);
  const custody = new CustodyColumns(batches, dictionaries);
  const sightings = new Map<number, SeenRow>();
  const strangers = new Set<number>();
  const names = new Map<number, string>();

  let rowsSincePause = 0;
  for (const [index, referred] of batches.entries()) {
    // Yield, so that new rows can reach the journal.
    rowsSincePause += referred.batch.rowCount;
    if (rowsSincePause > ROWS_AT_A_TIME) {
      await new Promise((resolve) => setImmediate(resolve));
      rowsSincePause = 0;
    }
    const { batch, players, actions, materials } = referred;
    const { rows, strings } = batch;
    for (let row = 0; row < batch.rowCount; row++) {
      const at = row * ROW_WORDS;
      const kind = rows[at + ROW.kind];
      const player = players[rows[at + ROW.player] as number] as number;
      const text = rows[at + ROW.text] as number;
      const timestampMs = storableMs(timeAt(batch, at));
      if (kind === ROW_KINDS.playerName) {
        names.delete(player);
        names.set(player, storableName(strings[text] ?? ""));
        continue;
      }
      const entry = items.entryOf(rows, at + ROW.itemId);
      if (items.refOf(entry) === 0) strangers.add(entry);
      if (kind === ROW_KINDS.seen) {
        if (items.isSeen(entry) || sightings.has(entry)) continue;
        sightings.set(entry, { timestampMs, material: materials[text] as number, player, batch: index, row });
        continue;
      }
      if (kind === ROW_KINDS.custody) {
        custody.put(entry, index, row);
        continue;
      }
      const { world, x, y, z, isUnusual } = whereAt(referred, at, dictionaries);
      const to = transfers.count++;
      transfers.entry[to] = entry;
      transfers.player[to] = player;
      transfers.x[to] = x;
      transfers.y[to] = y;
      transfers.z[to] = z;
      transfers.world[to] = lowWorld(world);
      transfers.action[to] = besideWorld(world, isUnusual ? 0 : (actions[text] as number));
      transfers.tie[to] = order.tieOf(timestampMs);
      transfers.timestampMs[to] = timestampMs;
    }
  }
  return { transfers, custody, sightings, strangers: [...strangers], names };
}
