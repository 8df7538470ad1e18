import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Batch, StoreQuestions } from "../../core/storage-face.ts";
import { batchOf, itemId, NOON, playerId, type Row } from "../../testing/store-contract/rows.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { openEngine } from "../../testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { BatchRefused } from "../batch-refused.ts";
import { forwardQuestions } from "../questions.ts";
import { claimOwnership } from "./connection.ts";
import type { SqliteEngine } from "./engine.ts";

const ITEMS = 5;
const PLAYERS = 3;

describe("SqliteEngine", () => {
  it("answers the same in every state of compacting, and after a restart in the middle of it", async (context) => {
    const folder = temporaryFolder(context);
    let runs = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
      const file = join(folder, `${runs++}.db`);
      // Runs of a few rows, compacted an item at a time.
      const engine = await openEngine(file, { compactAtRows: 8 });
      const model = new MemoryStore({ serverName: "test" });
      for (const next of steps) {
        if (next === "compact") await engine.upkeepStep(false);
        else if (next === "reopen") await engine.open();
        else {
          await engine.write([batchOf(...next)]);
          await model.append(batchOf(...next));
        }
        assert.deepEqual(await everythingIn(questionsOf(engine)), await everythingIn(model));
        assert.deepEqual(transfersInView(file), await transfersIn(model));
      }
      await engine.close();
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it("lists every item at a place once, item by item through a run", async (context) => {
    const engine = await openEngine(join(temporaryFolder(context), "tracker.db"), { compactAtRows: 8 });
    const rows = Array.from({ length: 9 }, (_, n) => {
      return { kept: itemId(n), by: playerId(1), place: CHEST, where: "world:1,2,3", at: NOON } as const;
    });
    await engine.write([batchOf(...rows)]);
    let steps = 0;
    do assert.equal((await engine.ask("custodyAt", CHEST)).length, 9, `after ${steps++} steps`);
    while (await engine.upkeepStep(false));
    assert.ok(steps > 9);
    assert.equal((await engine.ask("custodyAt", CHEST)).length, 9);
    await engine.close();
  });

  it("takes a failed write back as a whole, and goes on", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const engine = await openEngine(file);
    await engine.write([batchOf(moved(1, NOON), seen(1))]);
    const before = await everythingIn(questionsOf(engine));
    const poisoned: Batch = { ...batchOf(moved(1, NOON + 1)), baseMs: Number.NaN };
    await assert.rejects(engine.write([batchOf(moved(2, NOON), seen(3), moved(1, NOON)), poisoned]), BatchRefused);
    const lost: Batch = { ...batchOf(moved(1, NOON + 1)), strings: [] };
    await assert.rejects(engine.write([batchOf(moved(2, NOON)), lost]), BatchRefused);
    assert.deepEqual(await everythingIn(questionsOf(engine)), before);
    await engine.write([batchOf(moved(2, NOON), seen(3))]);
    assert.equal((await engine.ask("counts")).transfers, 2);
    assert.equal((await engine.ask("firstSighting", itemId(3)))?.firstSeenMs, NOON);
    await engine.close();
  });

  it("keeps equal milliseconds in order across runs, thousands of them", async (context) => {
    const engine = await openEngine(join(temporaryFolder(context), "tracker.db"), { compactAtRows: 1000 });
    let n = 0;
    for (let group = 0; group < 8; group++) {
      const rows = Array.from({ length: 700 }, () => moved(1, NOON + (n % 2), `N${n++}`));
      await engine.write([batchOf(...rows)]);
      await engine.upkeepStep(true);
    }
    while (await engine.upkeepStep(true));
    const history = await engine.ask("getItemTransferHistory", itemId(1), 10_000);
    const odd = Array.from({ length: 2800 }, (_, index) => `N${5599 - index * 2}`);
    const even = Array.from({ length: 2800 }, (_, index) => `N${5598 - index * 2}`);
    assert.deepEqual(
      history.map(({ action }) => action),
      [...odd, ...even],
    );
    await engine.close();
  });

  it("lets only one Doubletake write to a file, and says so", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const engine = await openEngine(file);
    await assert.rejects(openEngine(file), { code: "DT_STORE_LOCKED", message: /another running Doubletake/ });
    await engine.write([batchOf(seen(1))]);
    await engine.close();
    await (await openEngine(file)).close();
  });

  it("takes the lock again after somebody has deleted its file, unless another has it, and then tries on", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const engine = await openEngine(file);
    await engine.write([batchOf(seen(1))]);
    rmSync(`${file}-owner`);
    const other = claimOwnership(file);
    await assert.rejects(engine.check(), { code: "DT_STORE_LOCKED", message: /another running Doubletake/ });
    await assert.rejects(engine.write([batchOf(seen(2))]));
    await assert.rejects(engine.check(), { code: "DT_STORE_LOCKED" });
    other.close();
    await engine.check();
    assert.equal((await engine.ask("counts")).items, 1);
    assert.throws(() => claimOwnership(file), { code: "DT_STORE_LOCKED" });
    await engine.close();
  });

  it("shows operators the tables of section 2 while it is open", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const engine = await openEngine(file);
    await engine.write([
      batchOf(seen(1), moved(1, NOON, "PICKUP", "world:1,-2,3"), moved(2, NOON + 5, "DROP", "spawn")),
    ]);
    const db = new DatabaseSync(file, { readOnly: true });
    assert.deepEqual(db.prepare("SELECT * FROM tracker_items").all().map(plain), [
      { id: itemId(1), first_seen: NOON, material: "BOW", first_player_uuid: playerId(1) },
    ]);
    assert.deepEqual(db.prepare("SELECT * FROM tracker_item_transfers ORDER BY ts").all().map(plain), [
      viewRow(1, "PICKUP", "world:1,-2,3", NOON),
      viewRow(2, "DROP", "spawn", NOON + 5),
    ]);
    db.close();
    await engine.close();
  });

  it("finds an item's rows in the view by the index, not by reading everything", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    await (await openEngine(file)).close();
    const db = new DatabaseSync(file, { readOnly: true });
    const plan = db.prepare("EXPLAIN QUERY PLAN SELECT * FROM tracker_item_transfers WHERE item_uuid = 'x'").all();
    const details = plan.map((row) => String(row.detail)).join("\n");
    assert.match(details, /SEARCH t USING PRIMARY KEY \(item=\?\)/);
    db.close();
  });
});

function viewRow(n: number, action: string, location: string, ts: number) {
  return { item_uuid: itemId(n), player_uuid: playerId(1), action, location, ts, server: "test" };
}

function plain(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row };
}

function questionsOf(engine: SqliteEngine): StoreQuestions {
  return forwardQuestions((question, ...values) => engine.ask(question, ...values));
}

async function everythingIn(store: StoreQuestions) {
  const items = Array.from({ length: ITEMS }, (_, n) => itemId(n));
  const players = Array.from({ length: PLAYERS }, (_, n) => playerId(n));
  const byItem = <T extends { itemId: string }>(found: readonly T[]) =>
    found.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  return {
    counts: await store.counts(),
    histories: await Promise.all(items.map((item) => store.getItemTransferHistory(item, 100))),
    lastTwo: await Promise.all(items.map((item) => store.getItemTransferHistory(item, 2))),
    earliest: await Promise.all(
      items.flatMap((item) => players.map((player) => store.getEarliestTransferTs(item, player))),
    ),
    handled: await Promise.all(
      players.map(async (player) => byItem(await store.itemsOfPlayer(player, { offset: 0, limit: 100 }))),
    ),
    custody: byItem(await store.custodyOf(items)),
    inChest: byItem(await store.custodyAt(CHEST)),
    withPlayer: byItem(await store.custodyAt(`player:${playerId(0)}`)),
  };
}

/** As the view shows them, in an order that does not depend on compacting. */
function transfersInView(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare("SELECT item_uuid, player_uuid, action, location, ts FROM tracker_item_transfers").all();
  db.close();
  return rows.map((row) => Object.values(row).join(" ")).sort();
}

async function transfersIn(model: MemoryStore): Promise<string[]> {
  const histories = Array.from({ length: ITEMS }, async (_, n) => {
    const history = await model.getItemTransferHistory(itemId(n), 10_000);
    return history.map((row) => [itemId(n), row.playerUUID, row.action, row.location, row.timestamp].join(" "));
  });
  return (await Promise.all(histories)).flat().sort();
}

function seen(n: number) {
  return { seen: itemId(n), by: playerId(1), material: "BOW", at: NOON } as const;
}

function moved(n: number, at: number, action = "PICKUP", to = "world:1,2,3") {
  return { moved: itemId(n), by: playerId(1), action, to, at } as const;
}

const CHEST = "block:world:1,2,3";
const at = fc.integer({ min: -2, max: 2 }).map((since) => NOON + since);
const item = fc.nat(ITEMS - 1).map(itemId);
const by = fc.nat(PLAYERS - 1).map(playerId);
const where = fc.constantFrom("world:1,2,3", "world/nether:-1,-2,-3");
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({ seen: item, by, material: fc.constant("BOW"), at }),
  { arbitrary: fc.record({ moved: item, by, action: fc.constantFrom("A", "B"), to: where, at }), weight: 4 },
  fc.record({ moved: item, by, action: fc.constant("A"), to: fc.constant("nowhere"), at }),
  fc.record({ kept: item, by, place: fc.constantFrom(CHEST, `player:${playerId(0)}`), where, at }),
);
/** An interaction as the tracker writes it: both in one row of the append area. */
const interaction = fc
  .record({ item, by, place: fc.constantFrom(CHEST, `player:${playerId(0)}`), where, at })
  .map(({ item, by, place, where, at }): Row[] => [
    { moved: item, by, action: "A", to: where, at },
    { kept: item, by, place, where, at },
  ]);
const step = fc.oneof(
  fc.array(row, { minLength: 1, maxLength: 6 }),
  interaction,
  // Most steps compact one item, so that writes and restarts meet every state between the first and the last.
  { arbitrary: fc.constant("compact" as const), weight: 6 },
  fc.constant("reopen" as const),
);
