import {
  PAGE_ROWS,
  type StoreReader,
  type TransferFilter,
  type TransferOrder,
  type TransferRow,
} from "../reader/store-reader.ts";
import { manifestsFor } from "./cleared-months.ts";
import { type ArchiveRow, contentOf } from "./files/archive-columns.ts";
import type { ArchiveFolder, Manifest } from "./files/archive-folder.ts";
import { continueHandled } from "./files/archive-handled.ts";
import { sortedTransfers, transfersInArchive } from "./files/archive-transfers.ts";
import { inOrderOfInsertion } from "./files/merge-history.ts";

/** The store as operators read it, together with its archive: every transfer once, wherever it is. */
export function continuedReader(reader: StoreReader, folder: ArchiveFolder): StoreReader {
  const transfers = (filter: TransferFilter, order: TransferOrder) => allTransfers(reader, folder, filter, order);
  return {
    ...reader,
    transfers,

    async countTransfers(filter) {
      const before = folder.manifests();
      if (before.length === 0) return reader.countTransfers(filter);
      let count = 0;
      for await (const page of transfers(filter, { by: "any" })) count += page.length;
      return count;
    },

    async itemsOfPlayer(playerId, page) {
      if (folder.manifests().length === 0) return reader.itemsOfPlayer(playerId, page);
      const fromStore = await reader.itemsOfPlayer(playerId, { offset: 0, limit: page.offset + page.limit });
      const materialOf = async (itemId: string) => (await reader.firstSighting(itemId))?.material ?? "";
      return continueHandled(folder, fromStore, playerId, page, materialOf);
    },

    async counts() {
      const manifests = manifestsFor(await reader.clearedMonths(), folder.manifests());
      const archivedTransfers = manifests.reduce((sum, { rows, isCleared }) => sum + (isCleared ? rows : 0), 0);
      return { ...(await reader.counts()), archivedTransfers };
    },
  };
}

async function* allTransfers(
  reader: StoreReader,
  folder: ArchiveFolder,
  filter: TransferFilter,
  order: TransferOrder,
): AsyncGenerator<readonly TransferRow[]> {
  const before = manifestsFor(await reader.clearedMonths(), folder.manifests());
  const { by, skip = 0, limit } = order;
  const upTo = limit === undefined ? undefined : skip + limit;
  const pages = reader.transfers(filter, upTo === undefined ? { by } : { by, limit: upTo })[Symbol.asyncIterator]();
  // All pages of the store show the moment of the first. Everything sealed before that moment is in the list that is read now.
  const first = await pages.next();
  const manifests = folder.manifests();
  const doubled = await doubledRows(folder, manifests, before, filter);
  const fromStore = rowsOf(first, pages, doubled);
  const archived = transfersInArchive(folder, manifests, filter);
  const merged = by === "any" ? inAnyOrder(fromStore, archived) : inTimeOrder(fromStore, archived, by);
  yield* pagesOf(merged, skip, upTo ?? Number.POSITIVE_INFINITY);
}

/** Returns the rows of files that may still be in the store as well. Usually there are none: clearing a month takes minutes. */
async function doubledRows(
  folder: ArchiveFolder,
  manifests: readonly Manifest[],
  before: readonly Manifest[],
  filter: TransferFilter,
): Promise<ReadonlySet<string>> {
  const cleared = new Set(before.filter(({ isCleared }) => isCleared).map(({ month }) => month));
  const doubled = new Set<string>();
  const uncleared = manifests.filter(({ month }) => !cleared.has(month));
  for await (const page of transfersInArchive(folder, uncleared, filter)) {
    for (const row of page) doubled.add(contentOf(row));
  }
  return doubled;
}

async function* rowsOf(
  first: IteratorResult<readonly TransferRow[]>,
  rest: AsyncIterator<readonly TransferRow[]>,
  without: ReadonlySet<string>,
): AsyncGenerator<TransferRow> {
  for (let page = first; !page.done; page = await rest.next()) {
    for (const row of page.value) if (!without.has(contentOf(row))) yield row;
  }
}

async function* inAnyOrder(
  fromStore: AsyncIterable<TransferRow>,
  archived: AsyncIterable<readonly ArchiveRow[]>,
): AsyncGenerator<TransferRow> {
  yield* fromStore;
  for await (const page of archived) for (const row of page) yield transferOf(row);
}

/** Merges both by time. Within one moment, each item's rows are put into the order of insertion. */
async function* inTimeOrder(
  fromStore: AsyncGenerator<TransferRow>,
  archived: AsyncIterable<readonly ArchiveRow[]>,
  by: "time" | "newest",
): AsyncGenerator<TransferRow> {
  const sorted = await sortedTransfers(archived, by === "time" ? "ASC" : "DESC");
  const isBefore = (a: number, b: number): boolean => (by === "time" ? a < b : a > b);
  try {
    let [stored, sealed] = [await fromStore.next(), sorted.rows.next()];
    while (!stored.done || !sealed.done) {
      const moment =
        stored.done || (!sealed.done && isBefore(sealed.value.timestampMs, stored.value.timestampMs))
          ? (sealed.value as ArchiveRow).timestampMs
          : stored.value.timestampMs;
      const [ofStore, ofArchive]: [TransferRow[], ArchiveRow[]] = [[], []];
      for (; !stored.done && stored.value.timestampMs === moment; stored = await fromStore.next()) {
        ofStore.push(stored.value);
      }
      for (; !sealed.done && sealed.value.timestampMs === moment; sealed = sorted.rows.next()) {
        ofArchive.push(sealed.value);
      }
      yield* ofMoment(ofStore, ofArchive, by);
    }
  } finally {
    sorted.close();
  }
}

function ofMoment(
  stored: readonly TransferRow[],
  archived: readonly ArchiveRow[],
  by: "time" | "newest",
): readonly TransferRow[] {
  if (archived.length === 0) return stored;
  const ofStore = Map.groupBy(by === "time" ? stored : stored.toReversed(), ({ itemId }) => itemId);
  const ofArchive = Map.groupBy(archived, ({ itemId }) => itemId);
  const rows = [...new Set([...ofStore.keys(), ...ofArchive.keys()])]
    .sort()
    .flatMap((item) => inOrderOfInsertion(ofStore.get(item) ?? [], ofArchive.get(item) ?? [], transferOf));
  return by === "time" ? rows : rows.reverse();
}

async function* pagesOf(
  rows: AsyncIterable<TransferRow>,
  skip: number,
  upTo: number,
): AsyncGenerator<readonly TransferRow[]> {
  let page: TransferRow[] = [];
  let at = 0;
  for await (const row of rows) {
    if (at >= upTo) break;
    if (at++ >= skip) page.push(row);
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function transferOf({ itemId, playerId, action, location, timestampMs, server }: ArchiveRow): TransferRow {
  return { itemId, playerId, action, location, timestampMs, server };
}
