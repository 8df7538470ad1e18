import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { FailureLog } from "../../src/storage/failure-log.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { batchOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("storage.postgres-partitions", () => {
  it("splits what is kept per item, and every unique key has what it is split by in it", async (context) => {
    const url = await server.freshDatabase();
    const [lobby] = await Promise.all(["lobby", "arena", "hub"].map((name) => engineFor(context, url, name)));
    await lobby?.write([batchOf(...Array.from({ length: 200 }, (_, n) => seen(n)))], 1);
    const parts = await server.query(url, "SELECT DISTINCT tableoid::regclass::text AS part FROM dt_items ORDER BY 1");
    assert.deepEqual(
      parts.map(({ part }) => part),
      [0, 1, 2].map((n) => `dt_items_part${n}`),
    );
    assert.deepEqual(await server.query(url, TABLES), [
      { table: "dt_claims" },
      { table: "dt_custody" },
      { table: "dt_disputes" },
      { table: "dt_items" },
      { table: "dt_transfers" },
    ]);
    assert.deepEqual(await server.query(url, KEYS_WITHOUT_ITEM), []);
    assert.deepEqual(await server.query(url, "SELECT count(*)::integer FROM tracker_items"), [{ count: 200 }]);
    assert.equal((await lobby?.ask("idsByPrefix", itemId(7).slice(0, 8), 2))?.[0], itemId(7));
  });

  it("leaves a database alone that has items already, and says so", async (context) => {
    const url = await server.freshDatabase();
    const plain = await engineFor(context, url, "lobby", 0);
    await plain.write([batchOf(seen(1))], 1);
    const log = new RecordingLog();
    await engineFor(context, url, "arena", 3, new FailureLog(log));
    assert.ok(log.lines.some((line) => line.includes("is for a new database")));
    assert.deepEqual(await server.query(url, TABLES), [{ table: "dt_transfers" }]);
  });
});

const TABLES = "SELECT relname::text AS table FROM pg_class WHERE relkind = 'p' ORDER BY relname";

/** What each table is split by must be a column of each of its unique keys. */
const KEYS_WITHOUT_ITEM = `
  SELECT indexrelid::regclass::text AS key FROM pg_index JOIN pg_partitioned_table ON partrelid = indrelid
  WHERE indisunique AND NOT partattrs[0] = ANY (indkey::smallint[])`;

function seen(n: number) {
  return { seen: itemId(n), by: playerId(1), material: "BOW", at: NOON };
}

async function engineFor(
  context: TestContext,
  url: string,
  serverName: string,
  partitions = 3,
  log?: FailureLog,
): Promise<PostgresEngine> {
  const engine = new PostgresEngine({ url, serverName, instance: serverName, partitions, ...(log && { log }) });
  await engine.open();
  context.after(() => engine.close());
  return engine;
}
