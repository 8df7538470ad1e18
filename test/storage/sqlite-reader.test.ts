import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openReader } from "../../src/storage/reader/open-reader.ts";
import type { StoreReader, TransferRow } from "../../src/storage/reader/store-reader.ts";
import { batchOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { openEngine } from "../../src/testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";

const ITEMS = 23;
const PLAYERS = 5;

test("beside the engine, at any moment of folding, an archive sees every row once and every place as it is", async (context) => {
  const file = join(temporaryFolder(context), "tracker.db");
  const engine = await openEngine(file, { compactAtRows: 256 });
  const reader = await openReader({ engine: "sqlite", file, serverName: "test" });
  context.after(async () => {
    await reader.close();
    await engine.close();
  });
  let random = 1;
  const next = (below: number): number => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return random % below;
  };
  let written = 0;
  for (let step = 0; step < 400; step++) {
    const [item, who] = [itemId(next(ITEMS)), playerId(next(PLAYERS))];
    // Times repeat, and now and then go back.
    const at = NOON + Math.floor(step / 3) - (next(20) === 0 ? 50 : 0);
    const to = next(10) === 0 ? `odd ${next(3)}` : `world:${next(9)},64,${-next(9)}`;
    await engine.write([
      batchOf(
        { seen: item, by: who, material: "BOW", at },
        { moved: item, by: who, action: "DROP", to, at },
        { moved: item, by: who, action: "PICKUP", to, at },
        { kept: item, by: who, place: `player:${who}`, where: "world:1,2,3", at },
      ),
    ]);
    written += 2;
    if (next(2) === 0) await engine.upkeepStep(next(2) === 0);
    if (step % 16 !== 0) continue;
    assert.equal((await reader.counts()).transfers, written);
    assert.equal(await reader.countTransfers({}), written);
    assert.equal((await rowsOf(reader, "any")).length, written);
    const asked = itemId(next(ITEMS));
    const history = await engine.ask("getItemTransferHistory", asked, 10_000);
    const newest = (await rowsOf(reader, "newest", asked)).map((row) => [
      row.playerId,
      row.action,
      row.location,
      row.timestampMs,
    ]);
    assert.deepEqual(
      newest,
      history.map((row) => [row.playerUUID, row.action, row.location, row.timestamp]),
    );
    assert.deepEqual(
      (await rowsOf(reader, "time", asked)).map((row) => row.action),
      history.map((row) => row.action).reverse(),
    );
    assert.deepEqual(await reader.custodyOf([asked]), await engine.ask("custodyOf", [asked]));
  }
  assert.equal(
    (await reader.counts()).custody,
    (
      await engine.ask(
        "custodyOf",
        Array.from({ length: ITEMS }, (_, n) => itemId(n)),
      )
    ).length,
  );
});

test("what a purge would delete is what it deletes, of everybody and of one player", async (context) => {
  for (const playerOnly of [undefined, playerId(2)]) {
    const file = join(temporaryFolder(context), "tracker.db");
    const engine = await openEngine(file, { compactAtRows: 64 });
    for (let n = 0; n < 300; n++) {
      await engine.write([
        batchOf({ moved: itemId(n % 7), by: playerId(n % 4), action: "DROP", to: "world:1,2,3", at: NOON + n }),
      ]);
      await engine.upkeepStep(false);
    }
    const reader = await openReader({ engine: "sqlite", file, serverName: "test" });
    const request = playerOnly === undefined ? {} : { playerId: playerOnly };
    const { deleted, kept } = await reader.countPurgeable({ olderThanMs: NOON + 250, ...request });
    assert.equal(deleted + kept, await reader.countTransfers({ beforeMs: NOON + 250, ...request }));
    let done = 0;
    for (let hasMore = true; hasMore; ) {
      const step = await engine.purgeStep(NOON + 250, request);
      done += step.deletedRows;
      hasMore = step.hasMore;
    }
    assert.equal(done, deleted);
    assert.ok(done > 0);
    assert.equal((await reader.countPurgeable({ olderThanMs: NOON + 250, ...request })).deleted, 0);
    await reader.close();
    await engine.close();
  }
});

async function rowsOf(reader: StoreReader, by: "any" | "time" | "newest", item?: string): Promise<TransferRow[]> {
  const rows: TransferRow[] = [];
  for await (const page of reader.transfers(item === undefined ? {} : { itemIds: [item] }, { by })) rows.push(...page);
  return rows;
}
