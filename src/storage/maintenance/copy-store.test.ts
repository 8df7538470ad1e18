import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { BatchWriter, custodyRowMs, idWords, NIL_UUID, NOWHERE } from "../../core/storage-face.ts";
import { itemId } from "../../testing/store-contract/rows.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import type { EngineConfig } from "../engine.ts";
import { openStore } from "../open-store.ts";
import { openReader } from "../reader/open-reader.ts";
import { copyStore } from "./copy-store.ts";

it("an item that is nowhere any more, eaten or burnt or reissued, is nowhere in the copy too, and as doubtful as it was", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-copy-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const configOf = (name: string): EngineConfig => ({
    engine: "sqlite",
    file: join(folder, `${name}.db`),
    serverName: "lobby",
  });
  const store = openStore({ config: configOf("from"), retentionDays: 0, log: new RecordingLog() });
  const writer = new BatchWriter();
  const words = idWords(itemId(1));
  writer.addSeen(words, 0, NIL_UUID, "BOW", 1000);
  const rowMs = custodyRowMs({ confirmedMs: 2000, mayBeCopy: true });
  writer.addCustody(words, 0, NIL_UUID, NOWHERE, "", 0, 0, 0, rowMs);
  await store.append(writer.finishBatch()!);
  await store.close();

  const counts = await copyStore({ from: configOf("from"), to: configOf("to"), onCopied: () => undefined });
  assert.deepEqual(
    counts.find(({ what }) => what === "places"),
    { what: "places", source: 1, target: 1 },
  );
  const copy = await openReader(configOf("to"));
  context.after(() => copy.close());
  const [{ place, confirmedMs, mayBeCopy } = {}] = await copy.custodyOf([itemId(1)]);
  assert.deepEqual([place, confirmedMs, mayBeCopy], [NOWHERE, 2000, true]);
});
