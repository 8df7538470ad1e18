import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../src/storage/sqlite/migrate.ts";
import { firstTables } from "../../src/storage/sqlite/migrations/0001-first-tables.ts";
import { placeHash } from "../../src/storage/sqlite/writing/places.ts";

const PLAYER = "00000000-0000-4000-8000-000000000001";
const BEGIN_MS = Date.UTC(2026, 0, 1);
/** Of the rows that are not folded, the part of the run that is under way. */
const IN_RUN = 0.8;

interface OldStore {
  readonly items: number;
  /** Transfers in the clustered table before the run. */
  readonly folded: number;
  /** Rows of the append area. */
  readonly recent: number;
}

/**
 * Makes a store as 1.0.0 leaves it when it is killed: a run has folded half of the items, and rows came after it began. The transfers are
 * numbered from 0 in their x coordinate, all at `world:<number>,64,0`. There are also open cases, claims, items in quarantine and a note.
 */
export function makeOldStore(file: string, { items, folded, recent }: OldStore): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  migrate(db, file, { nowMs: BEGIN_MS, migrations: [firstTables] });
  const inRun = Math.floor(recent * IN_RUN);
  const foldedItem = Math.floor(items / 2);
  const numbers = "WITH RECURSIVE numbers (n) AS (SELECT :from UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :to)";
  const run = (text: string, values: Record<string, string | number>) => db.prepare(text).run(values);
  db.exec("BEGIN");
  run("INSERT INTO players (uuid, name, name_key, named) VALUES (:id, 'Alex', 'alex', 1)", { id: PLAYER });
  run("INSERT INTO materials (name) VALUES (:name)", { name: "BOW" });
  run("INSERT INTO scenes (server, action, world) VALUES ('old', 'PICKUP', :world)", { world: "world" });
  run(
    `${numbers} INSERT INTO items (uuid, first_seen, material, first_player)
     SELECT printf('%08x-0000-4000-8000-%012x', n * 2654435761 % 4294967296, n), :ms, 1, 1 FROM numbers`,
    { from: 0, to: items, ms: BEGIN_MS },
  );
  const transfers = `INSERT INTO transfers (item, ts, nth, player, scene, x, y, z) SELECT n % :items + 1, :ms + n, 0, 1, 1, n, 64, 0 FROM numbers`;
  run(`${numbers} ${transfers} ORDER BY 1, 2`, { from: 0, to: folded, items, ms: BEGIN_MS });
  run(
    `${numbers} INSERT INTO recent (item, ts, deed, x, y, z, place) SELECT n % :items + 1, :ms + n, (1 << 24) + 1, n, 64, 0, '*' FROM numbers`,
    { from: folded, to: folded + recent, items, ms: BEGIN_MS },
  );
  const ofRun = { from: folded, to: folded + inRun, items, ms: BEGIN_MS, half: foldedItem };
  const done = run(`${numbers} ${transfers} WHERE n % :items + 1 <= :half ORDER BY 1, 2`, ofRun);
  run(
    `${numbers} INSERT INTO custody (item, ts, holder, scene, x, y, z, place, place_hash)
     SELECT n % :items + 1, :ms + n, 1, 1, n, 64, 0, '*', :hash FROM numbers WHERE n % :items + 1 <= :half
     ON CONFLICT (item) DO UPDATE SET ts = excluded.ts, x = excluded.x`,
    { ...ofRun, hash: placeHash(`player:${PLAYER}`) },
  );
  run(
    "UPDATE progress SET fold_through = :inRun, folded_item = :half, newest_folded_ts = :ms, folded_transfers = :count, seen_items = :items",
    { inRun, half: foldedItem, ms: BEGIN_MS + folded + inRun, count: folded + Number(done.changes), items },
  );
  run(
    `${numbers} INSERT INTO cases (number, status, opened, body) SELECT n, 'open', :ms, json_object('number', n) FROM numbers`,
    { from: 1, to: 1001, ms: BEGIN_MS },
  );
  run(
    `${numbers} INSERT INTO claims (item, place, opened, body)
     SELECT uuid, 'block:world:1,2,3', :ms, '{}' FROM numbers JOIN items ON ref = n`,
    { from: 1, to: Math.min(items, 500), ms: BEGIN_MS },
  );
  run(
    `${numbers} INSERT INTO quarantine (number, case_number, state, return_to, body, data) SELECT n, n, 'held', '', '{}', randomblob(300) FROM numbers`,
    { from: 1, to: 501 },
  );
  run("INSERT INTO notes VALUES (:key, 'kept')", { key: "a note" });
  db.exec("COMMIT");
  db.close();
}
