import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { playerPlace } from "../../src/core/index.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { batchOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const ALEX = playerId(1);

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("PostgreSQL of a network that makes a world per match", () => {
  it("knows the hundred thousandth world like the first", async (context) => {
    const { engine, url } = await opened(context);
    await engine.write([batchOf(moved(itemId(1), "first:1,2,3", NOON))], 1);
    await server.query(
      url,
      `INSERT INTO dt_worlds (server, is_unusual, name)
       SELECT (SELECT ref FROM dt_servers), false, 'match-' || n FROM generate_series(1, 100000) AS n`,
    );
    const place = "block:match-100001:-7,64,9";
    const where = "match-100001:-7,64,9";
    await engine.write(
      [
        batchOf(
          moved(itemId(1), where, NOON + 1),
          moved(itemId(1), "match-40000:1,2,3", NOON + 2),
          { kept: itemId(1), by: ALEX, place, where, at: NOON + 1 },
          { kept: itemId(2), by: ALEX, place: "window:elsewhere", where, at: NOON + 1 },
        ),
      ],
      2,
    );
    assert.deepEqual(
      (await engine.ask("getItemTransferHistory", itemId(1), 9)).map(({ location, action }) => [location, action]),
      [
        ["match-40000:1,2,3", "DROP"],
        [where, "DROP"],
        ["first:1,2,3", "DROP"],
      ],
    );
    assert.equal((await engine.ask("lastTransferAt", itemId(1), where, ["DROP"]))?.timestamp, NOON + 1);
    const at = { world: "match-100001", x: -7, y: 64, z: 9 };
    assert.equal((await engine.ask("transfersAt", at, { offset: 0, limit: 9 })).length, 1);
    const custody = await engine.ask("custodyOf", [itemId(1), itemId(2)]);
    assert.deepEqual(custody.map(({ location, place: kept }) => [location, kept]).sort(), [
      [where, place],
      [where, "window:elsewhere"],
    ]);
    assert.deepEqual(
      await server.query(url, "SELECT action, location, server FROM tracker_item_transfers ORDER BY ts LIMIT 2"),
      [
        { action: "DROP", location: "first:1,2,3", server: "lobby" },
        { action: "DROP", location: where, server: "lobby" },
      ],
    );
    assert.deepEqual(await server.query(url, "SELECT count(*)::integer FROM dt_unusual"), [{ count: 0 }]);
  });
});

describe("what an offline player had, of very many items", () => {
  it("is found by an index, also on a server that is alone", async (context) => {
    const { engine, url } = await opened(context);
    const where = "world:1,2,3";
    const kept = { kept: itemId(1), by: ALEX, place: playerPlace(ALEX), where, at: NOON };
    await engine.write(
      [batchOf(kept, { ...kept, kept: itemId(2), by: playerId(2), place: playerPlace(playerId(2)) })],
      1,
    );
    // As if there were two million rows: what counts is what PostgreSQL believes.
    await server.query(url, "UPDATE pg_class SET reltuples = 2e6 WHERE relname = 'dt_custody'");
    await engine.upkeep();
    assert.deepEqual(await server.query(url, "SELECT to_regclass('dt_custody_by_holder')::text AS index"), [
      { index: "dt_custody_by_holder" },
    ]);
    assert.deepEqual(
      (await engine.ask("custodyAt", playerPlace(ALEX))).map((custody) => custody.itemId),
      [itemId(1)],
    );
  });
});

describe("what servers asked each other", () => {
  it("is forgotten when it ended long ago, and not while it is open", async (context) => {
    const { engine, url } = await opened(context);
    const dispute = (item: string, isOpen: boolean, days: number) =>
      server.query(
        url,
        `INSERT INTO dt_disputes (item, material, step, is_open, finder, finder_epoch, finder_token, holder, holder_epoch,
           holder_token, custody_version, opened)
         VALUES ('${item}', 'BOW', 'opened', ${isOpen}, 1, 1, '', 2, 1, '', 1, now() - interval '${days} days')`,
      );
    await dispute(itemId(1), false, 31);
    await dispute(itemId(2), false, 29);
    await dispute(itemId(3), true, 400);
    await engine.upkeep();
    assert.deepEqual(await server.query(url, "SELECT item::text FROM dt_disputes ORDER BY number"), [
      { item: itemId(2) },
      { item: itemId(3) },
    ]);
  });
});

function moved(item: string, to: string, at: number) {
  return { moved: item, by: ALEX, action: "DROP", to, at };
}

async function opened(context: TestContext): Promise<{ engine: PostgresEngine; url: string }> {
  const url = await server.freshDatabase();
  const engine = new PostgresEngine({ url, serverName: "lobby", instance: "lobby" });
  await engine.open();
  context.after(() => engine.close());
  return { engine, url };
}
