import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { describe, it } from "node:test";
import type { StoreQuestions } from "../../core/storage-face.ts";
import { batchOf, itemId, NOON, playerId, type Row } from "../../testing/store-contract/rows.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { openEngine } from "../../testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { forwardQuestions } from "../questions.ts";
import { migrate } from "./migrate.ts";
import { firstTables } from "./migrations/0001-first-tables.ts";
import { placeHash } from "./writing/places.ts";

const CHEST = "block:world:1,2,3";
const ENDER_CHEST = `ender:${playerId(2)}`;
/** References count from 1: the n-th player and item have n + 1. */
const SCENES = { PICKUP: 1, DROP: 2, none: 3, "PICKUP at the market": 4 } as const;

describe("a SQLite store of 1.0.0", () => {
  it("is brought to the newest layout in the middle of a run, with every row, and goes on", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    fill(file);
    const before = viewOf(file);
    const model = new MemoryStore({ serverName: "test" });
    for (const { rows } of [...OF_RUN, ...AFTER_ITS_BEGIN]) await model.append(batchOf(...rows));

    const engine = await openEngine(file, { compactAtRows: 1 });
    const questions = forwardQuestions((question, ...values) => engine.ask(question, ...values));
    assert.equal(backups(file).length, 1);
    assert.deepEqual(viewOf(file), before);
    assert.deepEqual(await everythingIn(questions), await everythingIn(model));
    // The old run ends, and a new one takes the rows that were in none.
    while (await engine.upkeepStep(true)) assert.deepEqual(viewOf(file), before);
    assert.deepEqual(await everythingIn(questions), await everythingIn(model));
    const late = batchOf({ moved: itemId(1), by: playerId(2), action: "DROP", to: "world:7,8,9", at: NOON + 2 ** 34 });
    await model.append(late);
    await engine.write([late]);
    await engine.open();
    assert.deepEqual(await everythingIn(questions), await everythingIn(model));
    assert.deepEqual(backups(file).length, 1);
    await engine.close();
  });
});

interface OldRow {
  /** item, ts, deed, x, y, z, place */
  readonly stored: readonly SQLInputValue[];
  readonly rows: readonly Row[];
}

const OF_RUN: readonly OldRow[] = [
  kept(0, 0, "PICKUP", [1, 2, 3], NOON, "*", `player:${playerId(0)}`),
  kept(1, 0, "PICKUP", [1, 2, 3], NOON + 1, "*", `player:${playerId(0)}`),
  {
    stored: [3, NOON + 1, deed(1, SCENES["PICKUP at the market"]), null, null, null, null],
    rows: [{ moved: itemId(2), by: playerId(1), action: "PICKUP", to: "at the market", at: NOON + 1 }],
  },
  kept(1, 0, "DROP", [1, 2, 3], NOON + 1, "@", CHEST),
  moved(0, 1, "DROP", [4, 5, 6], NOON + 2),
  {
    stored: [1, NOON + 3, -deed(1, SCENES.none), 1, 2, 3, "@"],
    rows: [{ kept: itemId(0), by: playerId(1), place: CHEST, where: "world:1,2,3", at: NOON + 3 }],
  },
  kept(2, 2, "PICKUP", [-30_000_000, -64, 30_000_000], NOON + 4, ENDER_CHEST, ENDER_CHEST),
  moved(1, 2, "PICKUP", [0, 0, 0], NOON + 2 ** 33),
];
const AFTER_ITS_BEGIN: readonly OldRow[] = [
  moved(1, 1, "DROP", [-4, -5, -6], NOON + 5),
  kept(1, 1, "PICKUP", [-4, -5, -6], NOON + 5, '=@"quoted"', '@"quoted"'),
  moved(0, 2, "PICKUP", [1, 1, 1], NOON - 5),
];

function moved(item: number, player: number, action: "PICKUP" | "DROP", at: readonly number[], ts: number): OldRow {
  return {
    stored: [item + 1, ts, deed(player, SCENES[action]), ...at, null],
    rows: [{ moved: itemId(item), by: playerId(player), action, to: `world:${at}`, at: ts }],
  };
}

/** A transfer with its custody: `stored` is how the place is stored. */
function kept(
  item: number,
  player: number,
  action: "PICKUP" | "DROP",
  at: readonly number[],
  ts: number,
  stored: string,
  place: string,
): OldRow {
  const transfer = moved(item, player, action, at, ts);
  return {
    stored: [...transfer.stored.slice(0, -1), stored],
    rows: [...transfer.rows, { kept: itemId(item), by: playerId(player), place, where: `world:${at}`, at: ts }],
  };
}

function deed(player: number, scene: number): number {
  return (player + 1) * 2 ** 24 + scene;
}

/** Layout 1 as 1.0.0 leaves it after `kill -9`: a run that has compacted the first item, and rows that came after it began. */
function fill(file: string): void {
  const db = new DatabaseSync(file);
  migrate(db, file, { nowMs: NOON, migrations: [firstTables] });
  for (const n of [0, 1, 2]) {
    db.prepare("INSERT INTO players (uuid) VALUES (?)").run(playerId(n));
    db.prepare("INSERT INTO items (uuid) VALUES (?)").run(itemId(n));
  }
  db.exec(`INSERT INTO scenes (server, action, world) VALUES
    ('test', 'PICKUP', 'world'), ('test', 'DROP', 'world'), ('test', '', 'world'), ('test', 'PICKUP', 'at the market')`);
  const recent = db.prepare("INSERT INTO recent (item, ts, deed, x, y, z, place) VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const { stored } of [...OF_RUN, ...AFTER_ITS_BEGIN]) recent.run(...stored);
  db.exec(`INSERT INTO transfers (item, ts, nth, player, scene, x, y, z) VALUES
    (1, ${NOON}, 0, 1, ${SCENES.PICKUP}, 1, 2, 3), (1, ${NOON + 2}, 0, 2, ${SCENES.DROP}, 4, 5, 6);
    INSERT INTO custody VALUES (1, ${NOON + 3}, 2, ${SCENES.none}, 1, 2, 3, '@', ${placeHash(CHEST)});
    UPDATE progress SET fold_through = ${OF_RUN.length}, folded_item = 1, newest_folded_ts = ${NOON + 2}, folded_transfers = 2`);
  db.close();
}

async function everythingIn(store: StoreQuestions) {
  const items = [itemId(0), itemId(1), itemId(2)];
  return {
    transfers: (await store.counts()).transfers,
    histories: await Promise.all(items.map((item) => store.getItemTransferHistory(item, 100))),
    earliest: await Promise.all(items.map((item) => store.getEarliestTransferTs(item, playerId(0)))),
    handled: await store.itemsOfPlayer(playerId(2), { offset: 0, limit: 100 }),
    custody: await store.custodyOf(items),
    inChest: await store.custodyAt(CHEST),
    inEnderChest: await store.custodyAt(ENDER_CHEST),
  };
}

/** As operators see it, in an order that does not depend on compacting. */
function viewOf(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare("SELECT * FROM tracker_item_transfers").all();
  db.close();
  return rows.map((row) => Object.values(row).join(" ")).sort();
}

function backups(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => name.endsWith(".backup"));
}
