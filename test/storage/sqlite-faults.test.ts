import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../src/core/index.ts";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { numberedBatch } from "../support/numbered-transfers.ts";
import { assertConsecutive, numbersInSqlite } from "../support/numbers-in-sqlite.ts";
import { SqliteProgram } from "../support/sqlite-program.ts";

const NOBODY = 65_534;
const PAGE_BYTES = 4096;
/** The first byte of a page with further pages below it, of an index and of a table. */
const INTERIOR_PAGES = [2, 5];
const AN_ITEM = "123e4567-e89b-42d3-a456-426614174000";

describe("SQLite and a hostile file system", () => {
  it("full by a file-size limit: one line, the program goes on, and all arrives once there is room", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const program = new SqliteProgram(file, { fileLimitKiB: 1500, compactAtRows: 4000 });
    context.after(() => program.kill());
    await program.until(() => program.lines.length > 0);
    assert.match(program.lines[0] ?? "", /cannot grow.*Free some space.*rows wait in memory/);
    const durable = program.through;
    await pause(2500);
    assert.equal(program.lines.length, 1, "one line a minute");
    execFileSync("prlimit", ["--pid", String(program.pid), "--fsize=unlimited:unlimited"]);
    await program.until(() => program.through > durable);
    const next = await program.stop();
    assert.match(program.lines[1] ?? "", /works again/);
    assertConsecutive(numbersInSqlite(file), 0, next);
  });

  it("deleted while the server runs: all that was acknowledged is saved into a new file, and said", async (context) => {
    for (const deleted of [["tracker.db"], ["tracker.db", "tracker.db-wal", "tracker.db-shm", "tracker.db-owner"]]) {
      const folder = temporaryFolder(context);
      const file = join(folder, "tracker.db");
      const program = new SqliteProgram(file, { compactAtRows: 4000 });
      context.after(() => program.kill());
      await program.until(() => program.through > 5_000);
      for (const name of deleted) rmSync(join(folder, name), { force: true });
      await program.until(() => program.lines.length > 0);
      assert.match(program.lines[0] ?? "", /was deleted.*saved into a new file/);
      const through = program.through;
      await program.until(() => program.through > through + 5_000);
      const next = await program.stop();
      assertConsecutive(numbersInSqlite(file), 0, next);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes("saving")),
        [],
      );
    }
  });

  it("replaced while the server runs: both are kept, and it goes on with the one that is there", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const other = join(folder, "other.db");
    await fill(other);
    const log = new RecordingLog();
    const store = open(file, log);
    await store.append(numberedBatch(0, 100));
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(other, file);
    await until(() => log.lines.some((line) => line.includes("deleted, emptied or replaced")));
    assert.equal((await store.counts()).transfers, 2000);
    await store.close();
    const [saved] = readdirSync(folder).filter((name) => name.includes("replaced-"));
    assertConsecutive(numbersInSqlite(join(folder, saved ?? "")), 0, 100);
  });

  it("full by max_page_count: what was acknowledged stays readable, questions say what is wrong", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const log = new RecordingLog();
    const store = open(file, log, { maxPages: 120 });
    let acknowledged = 0;
    const unsaved: Promise<unknown>[] = [];
    for (let n = 0; store.health().lastError === ""; n += 100) {
      unsaved.push(
        store.append(numberedBatch(n, 100)).then(
          () => (acknowledged += 100),
          () => undefined,
        ),
      );
      await pause(1);
    }
    await assert.rejects(store.counts(), { code: "DT_STORE_FULL" });
    assert.equal(await store.recordSeen(AN_ITEM), false);
    await store.logItemTransfer(AN_ITEM, AN_ITEM, "DROP", "world:1,2,3");
    const { isReachable, pendingRows } = store.health();
    assert.deepEqual([isReachable, pendingRows > 0], [false, true]);
    assert.equal(await store.close(), 0);
    await Promise.all(unsaved);
    assert.ok(
      log.lines.some((line) => /error: .*\d+ rows are lost/.test(line)),
      log.lines.join("\n"),
    );
    assertConsecutive(numbersInSqlite(file), 0, acknowledged);
    const again = open(file, log);
    await again.append(numberedBatch(1_000_000, 10));
    assert.equal(await again.close(), 0);
  });

  it("a corrupt header: the file is set aside whole, an empty one is begun, and the line says how to get data back", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    await fill(file);
    overwrite(file, 0, 100);
    const log = new RecordingLog();
    const store = open(file, log);
    await store.append(numberedBatch(5000, 10));
    assert.equal((await store.counts()).transfers, 10);
    await store.close();
    const [line, ...others] = log.lines;
    assert.match(line ?? "", /is damaged.*moved to .*damaged-.*\.recover/);
    assert.deepEqual(others, []);
    const aside = readdirSync(folder).filter((name) => /^tracker\.db\.damaged-[0-9TZ]+$/.test(name));
    assert.equal(aside.length, 1);
  });

  it("broken pages behind a good header: the same", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    await fill(file);
    overwrite(file, 4096, 200 * 4096);
    const store = open(file, SILENT_LOG);
    await store.append(numberedBatch(5000, 10));
    assert.equal((await store.counts()).transfers, 10);
    await store.close();
    assert.equal(readdirSync(folder).filter((name) => name.includes("damaged")).length, 1);
  });

  it("pages that break while it runs: what cannot be read is an error, and the first write that meets them begins anew", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const log = new RecordingLog();
    const first = open(file, log, { compactAtRows: 1000 });
    await first.append(numberedBatch(0, 5000));
    await folded(file);
    await first.close();
    breakTable(file, "transfers");

    const reading = open(file, log);
    const [itemId = ""] = await reading.idsByPrefix("", 1);
    await assert.rejects(reading.getItemTransferHistory(itemId, 10), { code: "DT_STORE_DAMAGED" });
    await reading.close();
    assert.equal(log.lines.length, 0);

    const again = open(file, log, { compactAtRows: 1000 });
    for (let n = 5000; !log.lines.some((line) => line.includes("moved to")); n += 2000) {
      await again.append(numberedBatch(n, 2000));
    }
    await again.append(numberedBatch(1_000_000, 10));
    assert.ok((await again.counts()).transfers < 5000);
    assert.equal(await again.close(), 0);
    assert.equal(readdirSync(folder).filter((name) => name.includes("damaged")).length, 1);
  });

  it("a file of another program is left alone", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const foreign = new DatabaseSync(file);
    foreign.exec("CREATE TABLE homes (x)");
    foreign.close();
    const log = new RecordingLog();
    const store = open(file, log);
    await assert.rejects(store.counts(), { code: "DT_STORE_DENIED", message: /belongs to another program/ });
    await store.close();
    assert.match(log.lines[0] ?? "", /belongs to another program/);
  });

  it("a locked file: rows wait, and are written when it is let go", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    await fill(file);
    const log = new RecordingLog();
    const store = open(file, log);
    assert.equal((await store.counts()).transfers, 2000);
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const appended = store.append(numberedBatch(2000, 100));
    await until(() => store.health().lastError !== "");
    assert.match(log.lines[0] ?? "", /is locked by another program\. Close the SQL client/);
    await assert.rejects(store.counts(), { code: "DT_STORE_LOCKED" });
    other.exec("ROLLBACK");
    other.close();
    await appended;
    assert.equal((await store.counts()).transfers, 2100);
    assert.equal(await store.close(), 0);
    assertConsecutive(numbersInSqlite(file), 0, 2100);
  });

  it("a file that is locked at the start is opened as soon as it is let go", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    await fill(file);
    const other = new DatabaseSync(file);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    const store = open(file, SILENT_LOG);
    const appended = store.append(numberedBatch(2000, 100));
    await until(() => store.health().lastError !== "");
    other.close();
    await appended;
    assert.equal(await store.close(), 0);
    assertConsecutive(numbersInSqlite(file), 0, 2100);
  });

  it("a folder that cannot be made: a clear line, and the game goes on", async (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, "plugins"), "a file where a folder should be");
    const log = new RecordingLog();
    const store = open(join(folder, "plugins", "doubletake", "tracker.db"), log);
    void store.append(numberedBatch(0, 10)).catch(() => undefined);
    await assert.rejects(store.counts(), { code: "DT_STORE_DENIED", message: /the right to write tracker\.db/ });
    assert.equal(await store.recordSeen(AN_ITEM), false);
    assert.equal(await store.close(), 0);
    assert.equal(log.lines.filter((line) => line.includes("right to write")).length, 1);
  });

  it("a folder without the right to write, met by a user who is not root", async (context) => {
    const isRoot = process.getuid?.() === 0;
    const folder = temporaryFolder(context);
    chmodSync(folder, 0o755);
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o555 });
    const program = new SqliteProgram(join(closed, "tracker.db"), { uid: isRoot ? NOBODY : undefined });
    context.after(() => program.kill());
    await program.until(() => program.lines.length > 0);
    assert.match(program.lines[0] ?? "", /Give the game server's user the right to write/);
    chmodSync(closed, 0o777);
    await program.until(() => program.through >= 0);
    const next = await program.stop();
    assertConsecutive(numbersInSqlite(join(closed, "tracker.db")), 0, next);
  });

  it("a file of a newer Doubletake is refused and left as it is", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    await fill(file);
    const db = new DatabaseSync(file);
    db.exec("PRAGMA user_version = 99");
    db.close();
    const store = open(file, SILENT_LOG);
    await assert.rejects(store.counts(), { code: "DT_STORE_TOO_NEW", message: /newer Doubletake/ });
    await store.close();
    assertConsecutive(numbersInSqlite(file), 0, 2000);
  });
});

function open(
  file: string,
  log: RecordingLog | typeof SILENT_LOG,
  options: { maxPages?: number; compactAtRows?: number } = {},
): Store {
  return openStore({ config: { engine: "sqlite", file, serverName: "faults", ...options }, retentionDays: 0, log });
}

async function fill(file: string): Promise<void> {
  const store = open(file, SILENT_LOG);
  await store.append(numberedBatch(0, 2000));
  await store.close();
}

function overwrite(file: string, from: number, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(bytes, "garbage "), 0, bytes, from);
  closeSync(handle);
}

/** Makes every page of a table unreadable but leaves the header and the schema alone. */
function breakTable(file: string, table: string): void {
  const db = new DatabaseSync(file);
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)?.rootpage;
  db.close();
  for (const page of pagesBelow(readFileSync(file), Number(root))) overwrite(file, (page - 1) * PAGE_BYTES, PAGE_BYTES);
}

/** The pages of a tree. SQLite's own table of them, dbstat, is missing in Node 22.13. */
function pagesBelow(bytes: Buffer, page: number): number[] {
  const from = (page - 1) * PAGE_BYTES;
  if (!INTERIOR_PAGES.includes(bytes[from]!)) return [page];
  const cells = Array.from({ length: bytes.readUInt16BE(from + 3) }, (_, at) => bytes.readUInt16BE(from + 12 + 2 * at));
  const children = [...cells.map((cell) => bytes.readUInt32BE(from + cell)), bytes.readUInt32BE(from + 8)];
  return [page, ...children.flatMap((child) => pagesBelow(bytes, child))];
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}

/** A fold that is cut short by the stop would go on at the next start, and meet the broken pages by itself. */
async function folded(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = () => Number(database.prepare("SELECT count(*) AS n FROM recent_records").get()?.n);
  while (rows() > 0) await pause(20);
  database.close();
}
