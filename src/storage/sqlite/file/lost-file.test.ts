import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { batchOf, itemId, NOON, playerId } from "../../../testing/store-contract/rows.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { openEngine } from "../../../testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../../testing/unpublished/temporary-folder.ts";
import type { SqliteEngine } from "../engine.ts";

const ROWS = 40;

/** What somebody does to the files of a running server. */
const WAYS: Readonly<Record<string, (file: string) => void>> = {
  "the file deleted": (file) => rmSync(file),
  "a link to itself in its place": (file) => {
    rmSync(file);
    symlinkSync(file, file);
  },
  "its log deleted": (file) => rmSync(`${file}-wal`),
  "its log and the log's index deleted": (file) => {
    rmSync(`${file}-wal`);
    rmSync(`${file}-shm`);
  },
  "the file emptied": (file) => truncateSync(file, 0),
  "its log emptied": (file) => truncateSync(`${file}-wal`, 0),
};

describe("a database that somebody lays hands on while the server runs", () => {
  for (const [way, harm] of Object.entries(WAYS))
    it(`${way}: the next check says so, and nothing that was acknowledged is lost by kill -9`, async (context) => {
      const folder = temporaryFolder(context);
      const file = join(folder, "tracker.db");
      const log = new RecordingLog();
      const engine = await openEngine(file, {}, log);
      await write(engine, 0);
      // Some of it is in the file itself, some in its log.
      const other = new DatabaseSync(file);
      other.exec("PRAGMA wal_checkpoint(PASSIVE)");
      other.close();
      await write(engine, 1);
      await engine.check();
      assert.deepEqual(log.lines, []);
      harm(file);
      await write(engine, 2);
      await engine.check();
      assert.match(log.lines.join("\n"), /^error: The database \S+ was deleted, emptied or replaced .* saved/);
      await write(engine, 3);
      await engine.check();
      assert.equal(log.lines.length, 1, "said once");
      assert.equal(rowsAfterKill(folder, temporaryFolder(context)), 4 * ROWS);
      await engine.close();
    });

  it("whose log another program has brought into the file is left alone", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const log = new RecordingLog();
    const engine = await openEngine(file, {}, log);
    await write(engine, 0);
    const other = new DatabaseSync(file);
    other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    other.close();
    assert.equal(statSync(`${file}-wal`).size, 0);
    await engine.check();
    await write(engine, 1);
    await engine.check();
    assert.deepEqual(log.lines, []);
    await engine.close();
  });

  it("a folder in its place: what was in it is saved beside it, and the console says what to do", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const log = new RecordingLog();
    const engine = await openEngine(file, {}, log);
    await write(engine, 0);
    rmSync(file);
    mkdirSync(file);
    await assert.rejects(engine.check(), { code: "DT_STORE_DENIED" });
    assert.match(log.lines.join("\n"), /saved as \S+replaced-/);
    rmSync(file, { recursive: true });
    await engine.open();
    await write(engine, 1);
    assert.equal(rowsAfterKill(folder, temporaryFolder(context)), 2 * ROWS);
    await engine.close();
  });
});

function write(engine: SqliteEngine, round: number): Promise<unknown> {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const at = NOON + round * ROWS + n;
    return { moved: itemId(n), by: playerId(1), action: "PICKUP", to: "world:1,2,3", at } as const;
  });
  return engine.write([batchOf(...rows)]);
}

/** Different rows in all databases of the folder, as the next start would find them if the process ended now. */
function rowsAfterKill(folder: string, copy: string): number {
  for (const name of readdirSync(folder))
    if (!/-shm$|-owner/.test(name)) copyFileSync(join(folder, name), join(copy, name));
  const times = new Set<unknown>();
  for (const name of readdirSync(copy)) {
    if (/-wal$|-shm$/.test(name)) continue;
    const db = new DatabaseSync(join(copy, name));
    for (const { ts } of db.prepare("SELECT ts FROM tracker_item_transfers").all()) times.add(ts);
    db.close();
  }
  return times.size;
}
