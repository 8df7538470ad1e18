import assert from "node:assert/strict";
import { test } from "node:test";
import { batchOf, itemId, NOON, playerId } from "../../testing/store-contract/rows.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { encodeBatch } from "../batch-codec.ts";
import { NO_FAILURE_LOG } from "../failure-log.ts";
import { DatabaseLink } from "./database-link.ts";
import { Forwarder, type RemoteEngine } from "./forwarder.ts";
import { Journal } from "./journal.ts";
import { RECORD_KINDS } from "./journal-record.ts";
import { RefusedRecords } from "./refused-records.ts";

test("a question that waited while its rows got new numbers is answered after those rows", async (context) => {
  const reachable = Promise.withResolvers<void>();
  let written = 0;
  const engine = {
    name: "postgres",
    isConnected: true,
    open: () => reachable.promise,
    // Numbers go by the clock, and this one is of the day after: the journal's folder was deleted, and the clock is behind.
    watermark: async () => (NOON + 86_400_000) * 1000,
    write: async (batches: readonly unknown[]) => {
      written += batches.length;
      return batches.map(() => ({ newlySeen: [] }));
    },
    disconnect: () => undefined,
  } as unknown as RemoteEngine;
  const folder = temporaryFolder(context);
  const log = NO_FAILURE_LOG;
  const journal = Journal.open({ folder, limitBytes: 1 << 30, log, clock: { now: () => NOON } });
  const link = new DatabaseLink(engine, journal, new Forwarder(journal, engine, new RefusedRecords(folder, log)), log);
  context.after(async () => {
    await link.stop(0);
    journal.close();
  });
  const started = link.start();
  const batch = batchOf({ seen: itemId(1), by: playerId(1), material: "sword", at: NOON });
  journal.append([{ kind: RECORD_KINDS.batch, rowCount: 1, body: encodeBatch(batch) }]);
  const settled = link.settle();
  reachable.resolve();
  await started;
  await settled;
  assert.equal(written, 1);
});
