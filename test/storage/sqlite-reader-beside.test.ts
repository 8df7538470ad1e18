import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import type { Custody, HandledItem } from "../../src/core/index.ts";
import { openReader } from "../../src/storage/reader/open-reader.ts";
import type { StoreReader, TransferFilter } from "../../src/storage/reader/store-reader.ts";
import type { SqliteEngine } from "../../src/storage/sqlite/engine.ts";
import { batchOf, itemId, NOON, playerId, type Row } from "../../src/testing/store-contract/rows.ts";
import { openEngine } from "../../src/testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";

const ITEMS = Array.from({ length: 5 }, (_, n) => itemId(n));
const PLAYERS = Array.from({ length: 3 }, (_, n) => playerId(n));
/** By the thread. */
const READINGS = 40;
const ALL = { offset: 0, limit: 1000 };

describe("a reader beside the engine", () => {
  it("answers as the engine does, before, while and after rows are compacted, and across restarts", async (context) => {
    const folder = temporaryFolder(context);
    let runs = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const file = join(folder, `${runs++}.db`);
      const engine = await openEngine(file, { compactAtRows: 8 });
      const reader = await openReader({ engine: "sqlite", file, serverName: "test" });
      for (const next of steps) {
        const before = await answersOf(engine);
        if (next === "reopen") await engine.open();
        else if (next === "purge") await engine.purgeStep(NOON - 10);
        else if (typeof next === "string") await engine.upkeepStep(next === "compact idly");
        else await engine.write([batchOf(...next)]);
        const after = await answersOf(engine);
        if (typeof next === "string") assert.deepEqual(after, before, next);
        assert.deepEqual(await readingsOf(reader), after);
      }
      await reader.close();
      await engine.close();
    });
    await fc.assert(property, { numRuns: 8 });
  });

  it("sees each row exactly once on a thread of its own, whatever is written and compacted meanwhile", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const engine = await openEngine(file, { compactAtRows: 64 });
    const writeSome = async (from: number) => {
      const rows = Array.from({ length: 10 }, (_, n) => moved(from + n));
      await engine.write([batchOf(...rows)]);
    };
    await writeSome(0);
    const worker = new Worker(new URL("../support/reading-thread.ts", import.meta.url), { workerData: file });
    context.after(() => worker.terminate());
    const seen: { readonly counted: number; readonly numbers: readonly number[] }[] = [];
    const failed = new Promise((_, reject) => worker.once("error", reject));
    worker.on("message", (reading) => seen.push(reading));
    let written = 10;
    for (let reading = 0; reading < READINGS; reading++) {
      const before = seen.length;
      // A few rows and steps a reading, so that readings meet every state of a run.
      for (let n = 0; n < 10 || seen.length === before; n++) {
        if (n < 10) {
          await writeSome(written);
          written += 10;
        }
        await engine.upkeepStep(n % 4 === 0);
        await Promise.race([failed, new Promise(setImmediate)]);
      }
    }
    await engine.close();
    for (const { counted, numbers } of seen) {
      assert.ok(counted <= written && counted % 10 === 0, `${counted} of ${written}`);
      assert.deepEqual(
        numbers,
        Array.from({ length: numbers.length }, (_, n) => n),
      );
    }
    assert.ok((seen.at(-1)?.counted ?? 0) > (seen[0]?.counted ?? 0), "it read while rows came");
  });
});

/** The x coordinate counts up. */
function moved(n: number): Row {
  const by = PLAYERS[n % 3] as string;
  return { moved: ITEMS[n % 5] as string, by, action: "A", to: `world:${n},64,0`, at: NOON + n };
}

async function answersOf(engine: SqliteEngine) {
  const { items, transfers, players } = await engine.ask("counts");
  return {
    counts: { items, transfers, players },
    histories: await Promise.all(ITEMS.map((item) => engine.ask("getItemTransferHistory", item, 1000))),
    sightings: await Promise.all(ITEMS.map((item) => engine.ask("firstSighting", item))),
    handled: await Promise.all(PLAYERS.map(async (player) => byItem(await engine.ask("itemsOfPlayer", player, ALL)))),
    custody: byItem(await engine.ask("custodyOf", ITEMS)),
    players: await Promise.all(PLAYERS.map((player) => engine.ask("playerById", player))),
    ids: await engine.ask("idsByPrefix", "", 1000),
  };
}

async function readingsOf(reader: StoreReader): Promise<Awaited<ReturnType<typeof answersOf>>> {
  const { items, transfers, players, custody } = await reader.counts();
  const readings = {
    counts: { items, transfers, players },
    histories: await Promise.all(ITEMS.map((item) => historyIn(reader, { itemIds: [item] }))),
    sightings: await Promise.all(ITEMS.map((item) => reader.firstSighting(item))),
    handled: await Promise.all(PLAYERS.map(async (player) => byItem(await reader.itemsOfPlayer(player, ALL)))),
    custody: byItem(await reader.custodyOf(ITEMS)),
    players: await Promise.all(PLAYERS.map((player) => reader.playerById(player))),
    ids: await reader.idsByPrefix("", 1000),
  };
  assert.equal(await reader.countTransfers({}), transfers);
  assert.equal(custody, readings.custody.length);
  return readings;
}

async function historyIn(reader: StoreReader, filter: TransferFilter) {
  const rows = [];
  for await (const page of reader.transfers(filter, { by: "newest" })) rows.push(...page);
  return rows.map(({ playerId, action, location, timestampMs, server }) => {
    return { playerUUID: playerId, action, location, timestamp: timestampMs, server };
  });
}

function byItem<T extends Custody | HandledItem>(found: readonly T[]): T[] {
  return found.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
}

const at = fc.integer({ min: -2, max: 2 }).map((since) => NOON + since);
const item = fc.constantFrom(...ITEMS);
const by = fc.constantFrom(...PLAYERS);
const world = fc.constantFrom("world", "a\0b", "half \ud83d", '"', "x".repeat(300));
const where = world.map((name) => `${name}:1,-2,3`);
const place = fc.oneof(
  where.map((text) => `block:${text}`),
  fc.constantFrom(`player:${PLAYERS[0]}`, `ender:${PLAYERS[1]}`, "*", "@", "=@", '"', "\\", "é", "\ud800", "\0"),
);
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({ seen: item, by, material: world, at }),
  { arbitrary: fc.record({ moved: item, by, action: world, to: fc.oneof(where, world), at }), weight: 4 },
  { arbitrary: fc.record({ kept: item, by, place, where, at }), weight: 3 },
  fc.record({ named: by, name: world, at }),
);
const step = fc.oneof(
  { arbitrary: fc.array(row, { minLength: 1, maxLength: 6 }), weight: 3 },
  { arbitrary: fc.constant("compact" as const), weight: 4 },
  fc.constantFrom("compact idly" as const, "reopen" as const, "purge" as const),
);
