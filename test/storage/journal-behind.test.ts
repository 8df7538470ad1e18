import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { FailureLog } from "../../src/storage/failure-log.ts";
import type { RemoteEngine } from "../../src/storage/journal/forwarder.ts";
import { JournalledEngine } from "../../src/storage/journal/journalled-engine.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { numberedBatch } from "../support/numbered-transfers.ts";

const GROUP_MS = 20;
const PATIENCE_MS = 10 * GROUP_MS;

/** A database that takes a while over every group. */
function slowEngine(): RemoteEngine {
  const write: RemoteEngine["write"] = async (batches) => {
    await setTimeout(GROUP_MS);
    return batches.map(() => ({ returned: [] }) as never);
  };
  const slow: Partial<RemoteEngine> = {
    name: "postgres",
    isConnected: true,
    isTakingName: false,
    open: async () => undefined,
    close: async () => undefined,
    disconnect: () => undefined,
    watermark: async () => 0,
    write,
    ask: (async () => ({ transfers: 0 })) as never,
  };
  return slow as RemoteEngine;
}

test("a question behind more rows than the database takes in its time says so, and nothing is said to be wrong", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-journal-"));
  const log = new RecordingLog();
  const engine = new JournalledEngine({
    engine: slowEngine(),
    folder,
    limitBytes: 1 << 30,
    log: new FailureLog(log),
    patienceMs: PATIENCE_MS,
  });
  await engine.open();
  context.after(async () => {
    await engine.close(0);
    rmSync(folder, { recursive: true, force: true });
  });
  // What is saved stands between rows, so that each is a group of its own.
  for (let n = 0; n < 40; n++) {
    void engine.write([numberedBatch(n, 1)]);
    await engine.ask("writeNote", `note-${n}`, "text");
  }
  await assert.rejects(engine.ask("counts"), {
    code: "DT_STORE_UNREACHABLE",
    message: /still taking the rows that came before \(\d+ are left\)/,
  });
  assert.deepEqual(log.lines, []);
});
