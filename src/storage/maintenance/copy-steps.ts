import type { StoreReader } from "../reader/store-reader.ts";
import { RowBatches } from "./row-batches.ts";
import type { StoreWriter } from "./store-writer.ts";

/** How far the copy has come. */
interface CopyProgress {
  /** What is being copied: `transfers`, `items`, `bytes`, … */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export type OnCopied = (progress: CopyProgress) => void;

const CASES_A_PAGE = 200;
/** Large transactions are quicker; this is a few megabytes. */
const ROWS_A_WRITE = 32_768;

/**
 * Copies the rows of one server. Skips as many transfers as the target already has: every reading returns them in the same
 * order, and a write is done completely or not at all. Everything else may be written twice.
 */
export async function copyRows(
  source: StoreReader,
  writer: StoreWriter,
  server: string,
  isFirst: boolean,
  onCopied: OnCopied,
): Promise<void> {
  const { items, custody } = await source.counts();
  const rows = new RowBatches();
  const copy = async <T>(
    what: string,
    pages: AsyncIterable<readonly T[]>,
    add: (row: T) => void,
    from: number,
    total: number,
  ): Promise<void> => {
    let done = from;
    onCopied({ what, done, total });
    let unwritten = 0;
    const write = async (): Promise<void> => {
      await writer.write(rows.finishBatches());
      done += unwritten;
      unwritten = 0;
      onCopied({ what, done, total });
    };
    for await (const page of pages) {
      for (const row of page) add(row);
      unwritten += page.length;
      if (unwritten >= ROWS_A_WRITE) await write();
    }
    if (unwritten > 0) await write();
  };
  if (isFirst) {
    await copy("items", source.sightings(), (row) => rows.sighting(row), 0, items);
    const players = await source.namedPlayers();
    await copy("players", inOnePage(players), (player) => rows.name(player, 0), 0, players.length);
  }
  const there = await writer.countTransfers();
  const transfers = await source.countTransfers({ server });
  const pages = source.transfers({ server }, { by: "time", skip: there });
  await copy("transfers", pages, (row) => rows.transfer(row), there, transfers);
  await copy("places", source.custodies(server), (row) => rows.custody(row), 0, custody);
}

/** Copies the documents that all servers share (cases, quarantine) and those of this server (claims, notes). */
export async function copyFiles(source: StoreReader, writer: StoreWriter, onCopied: OnCopied): Promise<void> {
  const { engine } = writer;
  const { cases } = await source.counts();
  for (let offset = 0; offset < cases; offset += CASES_A_PAGE) {
    for (const record of await source.cases({}, { offset, limit: CASES_A_PAGE })) await engine.ask("saveCase", record);
    onCopied({ what: "cases", done: Math.min(cases, offset + CASES_A_PAGE), total: cases });
  }
  const quarantined = await source.quarantined({});
  for (const item of quarantined) await engine.ask("saveQuarantined", item);
  for (const claim of await source.openClaims()) await engine.ask("saveClaim", claim);
  for (const [key, value] of await source.notes()) await engine.ask("writeNote", key, value);
  onCopied({ what: "quarantined items", done: quarantined.length, total: quarantined.length });
}

async function* inOnePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  if (rows.length > 0) yield rows;
}
