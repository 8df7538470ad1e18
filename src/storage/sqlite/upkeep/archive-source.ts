import type { DatabaseSync, StatementSync } from "node:sqlite";
import { archivable } from "../../archive/archivable.ts";
import { type ArchiveSource, LONE_ARCHIVER } from "../../archive/archive-source.ts";
import { type Month, monthOf } from "../../archive/sealed/month.ts";
import { emptyColumns, type SealedColumns } from "../../archive/sealed/sealed-columns.ts";
import { openReadOnly } from "../file/open-file.ts";
import { Dictionaries } from "../writing/dictionaries.ts";

const ITEMS_A_PAGE = 500;
const ROWS_A_PAGE = 16_384;
/** Rows of an item that are read at once: one by one takes twice as long, and an item may have a million. */
const ROWS_A_READ = 4096;

interface Row {
  readonly timestampMs: number;
  readonly nth: number;
  readonly player: number;
  readonly scene: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
}

/** Reads beside the server, in short statements: a long one would keep the write-ahead log from being cut. */
export function sqliteArchiveSource(file: string): ArchiveSource {
  const db = openReadOnly(file);
  return {
    ...LONE_ARCHIVER,
    monthsBefore: async (ms) => monthsBefore(db, ms),
    rowsBefore: (ms) => rowsBefore(db, ms),
    close: async () => db.close(),
  };
}

function monthsBefore(db: DatabaseSync, ms: number): Month[] {
  const rows = db.prepare(
    "SELECT min(ts) AS ts FROM transfers WHERE ts < ? GROUP BY strftime('%Y-%m', ts / 1000.0, 'unixepoch')",
  );
  return rows.all(ms).map(({ ts }) => monthOf(ts as number));
}

async function* rowsBefore(db: DatabaseSync, ms: number): AsyncGenerator<SealedColumns> {
  // Its caches are of this connection's own time: references never change what they mean.
  const dictionaries = new Dictionaries(db, "");
  const items = db.prepare("SELECT uuid, ref FROM items WHERE uuid > ? ORDER BY uuid LIMIT ?");
  const transfers = db.prepare(
    `SELECT ts AS timestampMs, nth, player, scene, x, y, z FROM transfers WHERE item = ? AND (ts, nth) > (?, ?)
     ORDER BY ts, nth LIMIT ${ROWS_A_READ}`,
  );
  let page = emptyColumns();
  for (let after = ""; ; ) {
    const found = items.all(after, ITEMS_A_PAGE) as unknown as { uuid: string; ref: number }[];
    for (const { uuid, ref } of found) {
      for (const row of archivable(rowsOf(transfers, ref), ms)) {
        const { action, world, server } = dictionaries.contextTexts(row.scene);
        page.itemId.push(uuid);
        page.timestampMs.push(row.timestampMs);
        page.nth.push(row.nth);
        page.playerId.push(dictionaries.playerId(row.player));
        page.action.push(action);
        page.world.push(world);
        page.x.push(row.x);
        page.y.push(row.y);
        page.z.push(row.z);
        page.server.push(server);
        if (page.itemId.length < ROWS_A_PAGE) continue;
        yield page;
        page = emptyColumns();
      }
    }
    if (found.length < ITEMS_A_PAGE) break;
    after = found.at(-1)?.uuid as string;
  }
  yield page;
}

function* rowsOf(transfers: StatementSync, item: number): Generator<Row> {
  for (let last: Pick<Row, "timestampMs" | "nth"> | undefined = { timestampMs: -1, nth: 0 }; last !== undefined; ) {
    const rows = transfers.all(item, last.timestampMs, last.nth) as unknown as Row[];
    yield* rows;
    last = rows.length < ROWS_A_READ ? undefined : rows.at(-1);
  }
}
