import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { type Batch, BatchWriter, NIL_UUID } from "../../src/core/index.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { batchOf, itemId, NOON, playerId, type Row } from "../../src/testing/store-contract/rows.ts";
import { retentionForgetsDocuments } from "../../src/testing/unpublished/stores/retention-of-documents.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const ALEX = playerId(1);
const BEA = playerId(2);
const DAY_MS = 24 * 60 * 60 * 1000;

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("PostgreSQL engine", () => {
  it("shows operators the tables of section 2 under their names and meanings", async (context) => {
    const { engine, url } = await opened(context, "lobby");
    await engine.write(
      [batchOf(seen(itemId(1)), moved(itemId(1), "world/nether:-1,64,7"), moved(itemId(2), "somewhere"))],
      1,
    );
    assert.deepEqual(
      await server.query(url, "SELECT id::text, first_seen, material, first_player_uuid::text FROM tracker_items"),
      [{ id: itemId(1), first_seen: new Date(NOON), material: "BOW", first_player_uuid: ALEX }],
    );
    const rows = await server.query(
      url,
      `SELECT item_uuid::text, player_uuid::text, action, location, ts, server, pg_typeof(item_uuid)::text AS type,
        pg_typeof(ts)::text AS ts_type FROM tracker_item_transfers ORDER BY location`,
    );
    const shared = { player_uuid: ALEX, action: "DROP", ts: new Date(NOON), server: "lobby", type: "uuid" };
    assert.deepEqual(rows, [
      { item_uuid: itemId(2), location: "somewhere", ts_type: "timestamp with time zone", ...shared },
      { item_uuid: itemId(1), location: "world/nether:-1,64,7", ts_type: "timestamp with time zone", ...shared },
    ]);
  });

  it("skips batches that it already has, and says nothing of them is new", async (context) => {
    const { engine, url } = await opened(context);
    const batches = [1, 2, 3, 4].map((n) => batchOf({ ...seen(itemId(n)), ask: true }, moved(itemId(n), `w:${n},0,0`)));
    await engine.write(batches.slice(0, 2), 12);
    assert.equal(await engine.watermark(), 12);
    const answers = await engine.write(batches, 14);
    assert.deepEqual(
      answers.map(({ newlySeen }) => newlySeen[0]),
      [false, false, true, true],
    );
    await engine.write(batches, 14);
    assert.deepEqual(await server.query(url, "SELECT count(*)::integer FROM tracker_item_transfers"), [{ count: 4 }]);
    await engine.close();
    await engine.open();
    assert.equal(await engine.watermark(), 14);
    assert.equal((await engine.ask("counts")).transfers, 4);
  });

  it("keeps what does not fit the compact form: absurd heights, long names, half characters, U+0000", async (context) => {
    const { engine } = await opened(context);
    const long = "x".repeat(3_000);
    const rows: Row[] = [
      moved(itemId(1), "world:1,40000,3"),
      moved(itemId(1), `${long}:1,2,3`),
      { ...moved(itemId(1), "world:1,2,3"), action: long },
      { ...moved(itemId(1), "a\0b"), action: "C\0D" },
      moved(itemId(1), "\ud800 half"),
    ];
    await engine.write([batchOf(...rows)], 1);
    const history = await engine.ask("getItemTransferHistory", itemId(1), 10);
    assert.deepEqual(
      history.map(({ action, location }) => [action, location]),
      [
        ["DROP", "\ufffd half"],
        ["C\ufffdD", "a\ufffdb"],
        [long, "world:1,2,3"],
        ["DROP", `${long}:1,2,3`],
        ["DROP", "world:1,40000,3"],
      ],
    );
    await engine.write(
      [
        batchOf(
          { kept: itemId(1), by: ALEX, place: `block:${long}:1,40000,3`, where: `${long}:1,40000,3`, at: NOON },
          { named: ALEX, name: `Al\0ex${long}`, at: NOON },
          { seen: itemId(1), by: "nobody", material: `${long}\0`, at: NOON },
        ),
      ],
      2,
    );
    const [custody] = await engine.ask("custodyAt", `block:${long}:1,40000,3`);
    assert.equal(custody?.location, `${long}:1,40000,3`);
    assert.equal((await engine.ask("firstSighting", itemId(1)))?.playerId, NIL_UUID);
    assert.match((await engine.ask("playerById", ALEX))?.name ?? "", /^Al\ufffdexx+$/);
  });

  it("takes rows of a clock that is out of its mind", async (context) => {
    const { engine } = await opened(context);
    const times = [1e18, -1e18, NOON];
    await engine.write(
      times.map((at) => batchOf({ ...moved(itemId(1), "world:1,2,3"), at })),
      times.length,
    );
    const history = await engine.ask("getItemTransferHistory", itemId(1), 10);
    assert.equal(history.length, 3);
    assert.equal(history[1]?.timestamp, NOON);
  });

  it("goes on with text when a world or an action would be one too many for its dictionary", async (context) => {
    const { engine, url } = await opened(context);
    await server.query(url, "INSERT INTO dt_actions (name) SELECT 'A' || n FROM generate_series(1, 30000) AS n");
    await engine.write([batchOf(moved(itemId(1), "world:1,2,3"))], 1);
    const [record] = await engine.ask("getItemTransferHistory", itemId(1), 1);
    assert.deepEqual([record?.action, record?.location], ["DROP", "world:1,2,3"]);
    assert.deepEqual(await server.query(url, "SELECT action, location, server FROM tracker_item_transfers"), [
      { action: "DROP", location: "world:1,2,3", server: "test" },
    ]);
  });

  it("refuses a batch whose rows refer to nothing, and stays usable", async (context) => {
    const { engine } = await opened(context);
    const broken: Batch = { ...batchOf(moved(itemId(1), "world:1,2,3")), strings: [] };
    await assert.rejects(engine.write([broken], 1));
    await engine.write([batchOf(moved(itemId(1), "world:1,2,3"))], 2);
    assert.equal((await engine.ask("counts")).transfers, 1);
  });

  it("tells two servers' custody, notes and claims apart, and shares cases", async (context) => {
    const { engine: lobby, url } = await opened(context, "lobby");
    const arena = await openedAt(context, url, "arena");
    const chest = { place: "block:world:1,2,3", where: "world:1,2,3", at: NOON };
    await lobby.write([batchOf({ kept: itemId(1), by: ALEX, ...chest })], 1);
    await arena.write([batchOf({ kept: itemId(2), by: BEA, ...chest })], 1);
    assert.deepEqual(
      (await lobby.ask("custodyAt", chest.place)).map((custody) => custody.itemId),
      [itemId(1)],
    );
    assert.deepEqual(
      (await arena.ask("custodyAt", chest.place)).map((custody) => custody.itemId),
      [itemId(2)],
    );
    await arena.write([batchOf({ kept: itemId(1), by: BEA, ...chest })], 2);
    const [custody] = await lobby.ask("custodyOf", [itemId(1)]);
    // Custody is the lobby's: what arena saw is for both to settle, and overwrites nothing.
    assert.deepEqual([custody?.server, custody?.holderId], ["lobby", ALEX]);
    await lobby.ask("writeNote", "clean", "yes");
    assert.equal(await arena.ask("readNote", "clean"), undefined);
  });

  it("keeps the order of insertion within a millisecond over groups, restarts and a clock set back", async (context) => {
    const { engine } = await opened(context);
    const times = [5, 5, 4, 5, 3, 4, 5, 5];
    for (const [n, time] of times.entries()) {
      await engine.write([batchOf({ ...moved(itemId(1), `w:${n},0,0`), at: NOON + time })], n + 1);
      await engine.close();
      await engine.open();
    }
    const history = await engine.ask("getItemTransferHistory", itemId(1), 10);
    assert.equal(history.map(({ location }) => location.slice(2, 3)).join(""), "76310524");
  });
});

describe("PostgreSQL retention", () => {
  it("is done by one server of the network, and by another when that one is gone", async (context) => {
    const { engine: lobby, url } = await opened(context, "lobby");
    const arena = await openedAt(context, url, "arena");
    const rows = [1, 2, 3].map((n) => ({ ...moved(itemId(1), `w:${n},0,0`), at: NOON + n }));
    await lobby.write([batchOf(...rows)], 1);
    assert.equal(await forgotten(lobby, NOON), 0);
    assert.deepEqual(await arena.purgeStep(NOON + 40 * DAY_MS), { deletedRows: 0, hasMore: false });
    await lobby.close();
    assert.equal(await forgotten(arena, NOON + 40 * DAY_MS), 1);
  });

  it("retention reaches cases that were dismissed and items that were given back", async (context) => {
    const { engine } = await opened(context);
    await retentionForgetsDocuments(engine, async (ms) => {
      while ((await engine.purgeStep(ms)).hasMore);
    });
  });

  it("drops whole months, keeps the newest row of an item and the earliest of each item and player, and counts along", async (context) => {
    const { engine, url } = await opened(context);
    const writer = new BatchWriter();
    const words = new Int32Array(4);
    for (let n = 0; n < 8_000; n++) {
      words[0] = n % 40;
      // Half a year; some items do not move any more in the second half.
      if (n > 4_000 && n % 40 < 10) continue;
      writer.addTransfer(
        words,
        0,
        n % 3 === 0 ? ALEX : BEA,
        "DROP",
        "world",
        n,
        64,
        0,
        NOON - (8_000 - n) * (DAY_MS / 44),
      );
    }
    await engine.write([writer.finishBatch() as Batch], 1);
    let left = (await engine.ask("counts")).transfers;
    for (const months of [5, 3, 0]) {
      const before = `date_trunc('month', to_timestamp(${NOON / 1000}) AT TIME ZONE 'UTC' - interval '${months} months') AT TIME ZONE 'UTC'`;
      const expected = await server.query(
        url,
        `SELECT x FROM (
           SELECT x, ts, row_number() OVER (PARTITION BY item ORDER BY ts DESC) AS from_newest,
             row_number() OVER (PARTITION BY item, player ORDER BY ts) AS from_earliest FROM dt_transfers
         ) AS numbered WHERE ts >= ${before} OR from_newest = 1 OR from_earliest = 1 ORDER BY x`,
      );
      const [due] = await server.query(url, `SELECT (extract(epoch FROM ${before}) * 1000)::float8 AS ms`);
      const deleted = await forgotten(engine, Number(due?.ms) + DAY_MS);
      assert.ok(deleted > 300, `${deleted} rows`);
      assert.equal(deleted, left - expected.length);
      left = expected.length;
      assert.deepEqual(await server.query(url, "SELECT x FROM dt_transfers ORDER BY x"), expected);
      assert.equal((await engine.ask("counts")).transfers, left);
      assert.equal(await forgotten(engine, Number(due?.ms) + 2 * DAY_MS), 0);
    }
    // What stays of all months that are gone lies in one table.
    const parts = "SELECT tableoid::regclass::text AS part FROM dt_transfers WHERE ts < to_timestamp($1) GROUP BY 1";
    const start = Date.UTC(new Date(NOON).getUTCFullYear(), new Date(NOON).getUTCMonth(), 1) / 1000;
    assert.deepEqual(await server.query(url, parts.replace("$1", String(start))), [{ part: "dt_transfers_old" }]);
  });
});

/** How many rows a pass of retention deletes. */
async function forgotten(engine: PostgresEngine, olderThanMs: number): Promise<number> {
  for (;;) {
    const { deletedRows, hasMore } = await engine.purgeStep(olderThanMs);
    if (!hasMore) return deletedRows;
  }
}

function seen(item: string): Extract<Row, { seen: string }> {
  return { seen: item, by: ALEX, material: "BOW", at: NOON };
}

function moved(item: string, to: string): Extract<Row, { moved: string }> {
  return { moved: item, by: ALEX, action: "DROP", to, at: NOON };
}

async function opened(context: TestContext, serverName = "test"): Promise<{ engine: PostgresEngine; url: string }> {
  const url = await server.freshDatabase();
  return { engine: await openedAt(context, url, serverName), url };
}

async function openedAt(context: TestContext, url: string, serverName: string): Promise<PostgresEngine> {
  const engine = new PostgresEngine({ url, serverName });
  await engine.open();
  context.after(() => engine.close());
  return engine;
}
