import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { monthOf, monthStart } from "../../src/storage/archive/files/month.ts";
import { FailureLog } from "../../src/storage/failure-log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { PostgresConnection } from "../../src/storage/postgres/connection.ts";
import { connectionOptions } from "../../src/storage/postgres/connection-options.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { MIGRATIONS, migrate } from "../../src/storage/postgres/migrate.ts";
import { firstSchema } from "../../src/storage/postgres/migrations/0001-first-schema.ts";
import { monthTable } from "../../src/storage/postgres/partitions/partitions.ts";
import { batchOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const PROGRAM = new URL("../support/partitions-program.ts", import.meta.url).pathname;
const DAY_MS = 24 * 60 * 60 * 1000;
const FAR = Date.UTC(2400, 0, 1);

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("transfers in parts by month", () => {
  it("begin with the first start of a new database: this month and the next are there before a row is", async (context) => {
    const { url } = await opened(context);
    const now = Date.now();
    assert.deepEqual(await partsOf(url), [
      "dt_transfers_old",
      ...[0, 1, 2].map((n) => monthTable(monthStart(now, n))),
      "dt_transfers_rest",
    ]);
  });

  it("take every row, whatever its clock says, and show it under its name", async (context) => {
    const { engine, url } = await opened(context);
    const times = [-1e18, NOON, Date.now(), Date.now() + 45 * DAY_MS, FAR, 1e18];
    await engine.write([batchOf(...times.map((at) => moved(1, at)))], 1);
    assert.equal((await engine.ask("getItemTransferHistory", itemId(1), 10)).length, times.length);
    assert.deepEqual(await server.query(url, "SELECT count(*)::integer FROM tracker_item_transfers"), [
      { count: times.length },
    ]);
  });

  it("take rows into their month that came before its table did", async (context) => {
    const { engine, url } = await opened(context);
    const now = Date.now();
    const tables = [1, 2].map((n) => monthTable(monthStart(now, n)));
    await server.query(url, tables.map((table) => `DROP TABLE ${table}`).join(";"));
    await engine.write([batchOf(...[0, 1, 2].map((n) => moved(1, monthStart(now, n) + n)))], 1);
    await engine.upkeep();
    assert.deepEqual(
      (await server.query(url, "SELECT tableoid::regclass::text AS part FROM dt_transfers ORDER BY ts")).map(
        ({ part }) => part,
      ),
      [0, 1, 2].map((n) => monthTable(monthStart(now, n))),
    );
    assert.equal((await partsOf(url)).length, 5);
  });

  it("are made once when several servers look after them at the same time", async (context) => {
    const { url } = await opened(context);
    await server.query(url, `DROP TABLE ${monthTable(monthStart(Date.now(), 2))}`);
    const others = await Promise.all(["hub", "arena", "mine"].map((name) => engineFor(context, url, name)));
    await Promise.all(others.map((other) => other.upkeep()));
    assert.equal((await partsOf(url)).length, 5);
  });
});

describe("a database of version 1.0 with many transfers", () => {
  it("is arranged while servers write and read, with a word in the console, and has each row once", async (context) => {
    // Too many to be arranged in the moment of a start.
    const url = await databaseOfVersion1(300_000);
    const log = new RecordingLog();
    const engine = await engineFor(context, url, "lobby", new FailureLog(log));
    const mine = "CREATE VIEW mine AS SELECT item_uuid, count(*) FROM tracker_item_transfers GROUP BY 1";
    await server.query(url, mine);
    assert.deepEqual(await partsOf(url), []);
    let [written, isDone] = [0, false];
    const upkeep = engine.upkeep().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await engine.write([batchOf(moved(1, Date.now()), moved(1, FAR + 5 + written))], ++written);
      assert.ok((await engine.ask("getItemTransferHistory", itemId(1), 5)).length >= Math.min(5, written));
    }
    await upkeep;
    assert.ok(written > 0);
    await engine.write([batchOf(moved(1, Date.now()))], ++written);
    assert.equal((await engine.ask("getItemTransferHistory", itemId(1), 100_000)).length, 2 * written - 1);
    const { transfers } = await engine.ask("counts");
    assert.deepEqual(await server.query(url, "SELECT count(*)::integer FROM tracker_item_transfers"), [
      { count: transfers },
    ]);
    assert.equal((await server.query(url, "SELECT * FROM mine WHERE count > 10 LIMIT 1")).length, 1);
    const told = ["in the background", "half of it is done", "are arranged by month"];
    assert.deepEqual(
      log.lines.map((line) => told.findIndex((text) => line.includes(text))),
      [0, 1, 2],
    );
    assert.equal((await partsOf(url))[0], "dt_transfers_old");
  });

  it("loses and doubles nothing when the server is killed at any step", async (context) => {
    const url = await databaseOfVersion1(30_000);
    const all = await everything(url);
    await toThisVersion(url);
    for (const step of ["bounded", "moved", "checked", "switching", "switched"]) {
      assert.equal(await run([url, "arrange", "", step]), "SIGKILL", step);
      assert.deepEqual(await everything(url), all, step);
    }
    assert.ok((await partsOf(url)).length > 0);
    const engine = await engineFor(context, url, "lobby");
    await engine.upkeep();
    assert.deepEqual(await everything(url), all);
    assert.equal((await engine.ask("counts")).transfers, all.count);
  });
});

describe("forgetting by a server that is killed at any step", () => {
  it("has happened or has not", async (context) => {
    const url = await databaseOfVersion1(30_000);
    const engine = await engineFor(context, url, "lobby");
    await engine.close();
    const [beforeMs, all, pairs] = [NOON + 70 * DAY_MS, await everything(url), await server.query(url, PAIRS)];
    for (const step of ["locked", "carried", "counted", "dropped"]) {
      assert.equal(await run([url, "forget", String(beforeMs), step]), "SIGKILL", step);
      assert.deepEqual(await everything(url), all, step);
    }
    assert.equal(await run([url, "forget", String(beforeMs), "forgotten"]), "SIGKILL");
    const rest = await everything(url);
    assert.ok(Number(rest.count) < Number(all.count) / 2, JSON.stringify([all, rest]));
    await engine.open();
    assert.equal((await engine.ask("counts")).transfers, Number(rest.count));
    assert.equal(await forgotten(engine, beforeMs), 0);
    // Nobody forgets who had an item first.
    assert.deepEqual(await server.query(url, PAIRS), pairs);
  });

  it("lets rows in that come a month late", async (context) => {
    const { engine, url } = await opened(context);
    await engine.write([batchOf(moved(1, NOON), moved(1, NOON + 1), moved(1, NOON + 2))], 1);
    assert.equal(await forgotten(engine, NOON + 40 * DAY_MS), 1);
    await engine.write([batchOf(moved(1, NOON - DAY_MS), moved(2, NOON + DAY_MS))], 2);
    assert.equal((await engine.ask("getItemTransferHistory", itemId(1), 10)).length, 3);
    assert.equal(await forgotten(engine, NOON + 80 * DAY_MS), 1);
    assert.equal((await engine.ask("getItemTransferHistory", itemId(1), 10)).length, 2);
    assert.equal((await partsOf(url)).length, 5 + monthsBetween(NOON + 80 * DAY_MS, Date.now()));
  });
});

describe("a month that is in the archive", () => {
  it("has no table of its own any more, and what is left of it is read as before", async (context) => {
    const { engine, url } = await opened(context);
    const thisMonth = monthStart(Date.now());
    await engine.write([batchOf(moved(1, NOON), moved(1, thisMonth), moved(2, thisMonth + 1))], 1);
    const archived = `INSERT INTO dt_archives (month, server, folder, state) VALUES ('${monthOf(thisMonth)}', 'lobby', '', 'cleared')`;
    await server.query(url, archived);
    const all = await everything(url);
    await engine.upkeep();
    assert.deepEqual(await everything(url), all);
    assert.equal((await partsOf(url)).includes(monthTable(thisMonth)), false);
    await engine.write([batchOf(moved(2, thisMonth + 2))], 2);
    assert.equal((await engine.ask("getItemTransferHistory", itemId(2), 9)).length, 2);
  });
});

describe("a month that another server has archived", () => {
  it("is named in the console with its server and folder when somebody asks for a history", async (context) => {
    const { url } = await opened(context);
    await server.query(url, "INSERT INTO dt_archives VALUES ('2026-01', 'lobby', '/srv/lobby/archive', 'cleared', 12)");
    const folder = temporaryFolder(context);
    const log = new RecordingLog();
    const store = openStore({
      config: {
        engine: "postgres",
        url,
        serverName: "survival",
        archiveFolder: join(folder, "archive"),
        journalFolder: join(folder, "journal"),
        journalLimitMb: 10,
      },
      retentionDays: 0,
      log,
    });
    context.after(() => store.close());
    await store.getItemTransferHistory(itemId(1), 10);
    const said = log.lines.filter((line) => line.includes('2026-01 on server "lobby" in /srv/lobby/archive'));
    assert.equal(said.length, 1, log.lines.join("\n"));
  });
});

/** Months that the first part had, and that have tables of their own since something was forgotten. */
function monthsBetween(fromMs: number, toMs: number): number {
  let months = 0;
  for (let at = monthStart(fromMs); at < monthStart(toMs); at = monthStart(at, 1)) months++;
  return months;
}

function moved(item: number, at: number) {
  return { moved: itemId(item), by: playerId(1), action: "DROP", to: "world:1,2,3", at };
}

async function forgotten(engine: PostgresEngine, olderThanMs: number): Promise<number> {
  for (;;) {
    const { deletedRows, hasMore } = await engine.purgeStep(olderThanMs);
    if (!hasMore) return deletedRows;
  }
}

/** All rows that can be read, or are set aside for a moment, as one number. */
async function everything(url: string): Promise<Record<string, unknown>> {
  const [rest] = await server.query(
    url,
    `SELECT to_regclass('dt_transfers_rest') IS NOT NULL AND NOT coalesce(
       (SELECT relispartition FROM pg_class WHERE oid = to_regclass('dt_transfers_rest')), false) AS is_beside`,
  );
  const beside = rest?.is_beside ? "UNION ALL SELECT * FROM dt_transfers_rest" : "";
  const rows = await server.query(
    url,
    `SELECT count(*)::integer, sum(hashtextextended(t::text, 0))::text AS hash
     FROM (SELECT * FROM dt_transfers ${beside}) AS t`,
  );
  return rows[0] ?? {};
}

const PAIRS = "SELECT count(*)::integer FROM (SELECT FROM dt_transfers GROUP BY item, player) AS pairs";

async function partsOf(url: string): Promise<string[]> {
  const rows = await server.query(
    url,
    `SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'dt_transfers'::regclass
     ORDER BY replace(inhrelid::regclass::text, '_old', '') COLLATE "C"`,
  );
  return rows.map(({ part }) => part as string);
}

async function toThisVersion(url: string, migrations = MIGRATIONS): Promise<void> {
  const connection = await PostgresConnection.connect(connectionOptions(url, "migrations"));
  await migrate(connection, "here", migrations);
  await connection.close();
}

/** Two months of items that move sixty times, and some rows of a clock that was out of its mind. */
async function databaseOfVersion1(rows: number): Promise<string> {
  const url = await server.freshDatabase();
  await toThisVersion(url, [firstSchema]);
  const items = rows / 60;
  await server.query(
    url,
    `INSERT INTO dt_servers (name, transfers) VALUES ('lobby', ${rows + 3});
     INSERT INTO dt_worlds (server, is_unusual, name) VALUES (1, false, 'world');
     INSERT INTO dt_actions (name) VALUES ('DROP');
     INSERT INTO dt_players (uuid) SELECT gen_random_uuid() FROM generate_series(1, 50);
     INSERT INTO dt_items (uuid, first_seen) SELECT gen_random_uuid(), now() FROM generate_series(1, ${items});
     INSERT INTO dt_transfers (ts, item, player, x, z, y, world, action, tie)
       SELECT to_timestamp(${NOON / 1000} + n * ${5_100_000 / rows}), 1 + n % ${items}, 1 + n % 7, n, 0, 64, 1, 1, n % 30000
       FROM generate_series(1, ${rows}) AS n;
     INSERT INTO dt_transfers (ts, item, player, x, z, y, world, action, tie)
       SELECT to_timestamp(${FAR / 1000} + n), 1, 1, n, 0, 64, 1, 1, 0 FROM generate_series(1, 3) AS n`,
  );
  return url;
}

async function run(words: readonly string[]): Promise<string | null> {
  const program = spawn(process.execPath, [PROGRAM, ...words], { stdio: "inherit" });
  const [code, signal] = (await once(program, "close")) as [number | null, string | null];
  if (signal === null) assert.equal(code, 0);
  return signal;
}

async function opened(context: TestContext): Promise<{ engine: PostgresEngine; url: string }> {
  const url = await server.freshDatabase();
  return { engine: await engineFor(context, url, "lobby"), url };
}

async function engineFor(
  context: TestContext,
  url: string,
  serverName: string,
  log?: FailureLog,
): Promise<PostgresEngine> {
  const engine = new PostgresEngine({ url, serverName, ...(log && { log }) });
  await engine.open();
  context.after(() => engine.close());
  return engine;
}
