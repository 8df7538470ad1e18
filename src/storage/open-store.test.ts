import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { SILENT_LOG } from "../core/storage-face.ts";
import { batchOf, itemId, NOON, playerId } from "../testing/store-contract/rows.ts";
import { RecordingLog } from "../testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../testing/unpublished/temporary-folder.ts";
import type { SqliteConfig } from "./engine.ts";
import { openStore } from "./open-store.ts";
import { StorageThread } from "./thread/storage-thread.ts";

describe("openStore", () => {
  it("leaves a batch alone whose rows are part of a larger buffer", async (context) => {
    const store = openStore({ config: config(temporaryFolder(context)), retentionDays: 0, log: SILENT_LOG });
    const whole = batchOf(moved(1, NOON), moved(2, NOON));
    const larger = new Int32Array(whole.rows.length + 100);
    larger.set(whole.rows, 50);
    const part = { ...whole, rows: larger.subarray(50, 50 + whole.rows.length) };
    await store.append(part);
    assert.deepEqual([...part.rows], [...batchOf(moved(1, NOON), moved(2, NOON)).rows]);
    assert.equal((await store.counts()).transfers, 2);
    await store.close();
  });

  it("answers nothing any more once it is closed", async (context) => {
    const store = openStore({ config: config(temporaryFolder(context)), retentionDays: 0, log: SILENT_LOG });
    const open = store.append(batchOf(moved(1, NOON)));
    const closing = store.close();
    await assert.rejects(store.append(batchOf(moved(2, NOON))), { code: "DT_NOT_RUNNING" });
    await assert.rejects(store.counts(), { code: "DT_NOT_RUNNING" });
    assert.equal(await store.recordSeen(itemId(1)), false);
    await open;
    assert.equal(await closing, 0);
  });

  it("deletes old transfers by itself, in the background", async (context) => {
    const folder = temporaryFolder(context);
    const log = new RecordingLog();
    const store = openStore({ config: config(folder), retentionDays: 30, retentionPauseMs: 20, log });
    const now = Date.now();
    await Promise.all([100, 90, 80, 1, 0].map((ago) => store.append(batchOf(moved(1, now - ago * 86_400_000)))));
    while ((await store.getItemTransferHistory(itemId(1), 10)).length > 3) await pause(20);
    const left = await store.getItemTransferHistory(itemId(1), 10);
    assert.deepEqual(
      left.map(({ timestamp }) => Math.round((now - timestamp) / 86_400_000)),
      [0, 1, 100],
    );
    await store.close();
    assert.deepEqual(log.lines, ["info: Deleted 2 transfers older than 30 days."]);
  });

  it("goes on after a question that cannot be sent to the thread", async (context) => {
    const store = openStore({ config: config(temporaryFolder(context)), retentionDays: 0, log: SILENT_LOG });
    await store.append(batchOf(moved(1, NOON)));
    const noteBefore = store.writeNote("before", "1");
    const unsendable = store.writeNote("key", (() => undefined) as never);
    const noteAfter = store.writeNote("after", "2");
    await assert.rejects(unsendable, { name: "DataCloneError" });
    await Promise.all([noteBefore, noteAfter]);
    assert.deepEqual([await store.readNote("before"), await store.readNote("after")], ["1", "2"]);
    await store.append(batchOf(moved(2, NOON)));
    assert.equal((await store.counts()).transfers, 2);
    await store.close();
  });

  it("tells of a storage thread that dies, refuses what waits, and starts another", async () => {
    const log = new RecordingLog();
    const config = null as unknown as SqliteConfig;
    const thread = new StorageThread({ config, retentionDays: 0, archiveAfterDays: 0, retentionPauseMs: 0 }, log);
    const append = thread.append(batchOf(moved(1, NOON)));
    const counts = thread.ask("counts");
    await assert.rejects(append, { code: "DT_STORE_UNREACHABLE" });
    await assert.rejects(counts, { code: "DT_STORE_UNREACHABLE" });
    assert.match(log.lines[0] ?? "", /storage thread ended unexpectedly.*1 rows.*started again/);
    assert.equal(thread.health().lostRows, 1);
    assert.equal(await thread.close(), 0);
  });

  it("keeps a program alive until what it appended is written, and no longer", async (context) => {
    const folder = temporaryFolder(context);
    // A thread stands for the program: it ends when nothing keeps it alive, and never closes its store.
    const program = new Worker(
      `const { openStore } = await import(${JSON.stringify(new URL("./open-store.ts", import.meta.url).href)});
       const { batchOf } = await import(${JSON.stringify(new URL("../testing/store-contract/rows.ts", import.meta.url).href)});
       const { workerData } = await import("node:worker_threads");
       const log = { info() {}, warn() {}, error() {} };
       const store = openStore({ config: workerData.config, retentionDays: 0, log });
       for (const row of workerData.rows) store.append(batchOf(row));`,
      { eval: true, workerData: { config: config(folder), rows: [moved(1, NOON), moved(2, NOON)] } },
    );
    const [code] = await once(program, "exit");
    assert.equal(code, 0);
    const db = new DatabaseSync(join(folder, "tracker.db"));
    assert.equal(db.prepare("SELECT count(*) AS n FROM tracker_item_transfers").get()?.n, 2);
    db.close();
  });
});

function config(folder: string): SqliteConfig {
  return { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "test" };
}

function moved(n: number, at: number) {
  return { moved: itemId(n), by: playerId(1), action: "PICKUP", to: "world:1,2,3", at } as const;
}
