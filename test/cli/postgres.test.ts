import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { copyStore } from "../../src/storage/maintenance/copy-store.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { postgresArchiveSource } from "../../src/storage/postgres/upkeep/archive-source.ts";
import { batchOf } from "../../src/testing/store-contract/rows.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";
import { brokenRules, doubletake, doubletakeJson } from "./support/doubletake.ts";
import { ALEX, BOW, filledFolder, MALLORY, ROWS, SWORD } from "./support/filled-store.ts";

describe("the terminal on PostgreSQL", () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });
  after(() => server.remove());

  /** A folder whose SQLite file was moved into a fresh database, which is then the configured store. */
  async function movedFolder(context: TestContext): Promise<{ folder: string; url: string }> {
    const url = await server.freshDatabase();
    const folder = await filledFolder(context, Date.now(), url);
    const { code, value } = await doubletakeJson(["migrate", "--to", "postgres", "--dir", folder]);
    assert.equal(code, 0);
    for (const { what, source, target } of value.counts) assert.equal(source, target, what);
    useEngine(folder, "postgres");
    return { folder, url };
  }

  function useEngine(folder: string, engine: "sqlite" | "postgres"): void {
    const file = join(folder, "config.yml");
    const text = readFileSync(file, "utf8").replace(/ {2}engine: \w+\n/, "");
    writeFileSync(file, text.replace("storage:\n", `storage:\n  engine: ${engine}\n`));
  }

  async function everything(folder: string): Promise<unknown> {
    const transfers = (await doubletake(["export", "transfers", "--format", "ndjson", "--dir", folder])).out
      .split("\n")
      .sort();
    const cases = (await doubletakeJson(["cases", "--status", "all", "--dir", folder])).value;
    const history = (await doubletakeJson(["history", SWORD, "--limit", "100", "--dir", folder])).value;
    return { transfers, cases, history };
  }

  it("erase-player leaves nothing of the player, and a store that is whole", async (context) => {
    const { folder, url } = await movedFolder(context);
    for (const end of ["", "-wal", "-shm", "-owner"]) rmSync(join(folder, `tracker.db${end}`), { force: true });
    await server.query(
      url,
      `SET doubletake.protocol = 1000; INSERT INTO dt_notes SELECT ref, 'removal-brake', '{"kind":"staff","by":"Alex","atMs":6}' FROM dt_servers LIMIT 1`,
    );
    const journalFolder = join(folder, "journal");
    const config = { engine: "postgres", url, serverName: "lobby", journalFolder, journalLimitMb: 16 } as const;
    const open = () => openStore({ config, retentionDays: 0, log: SILENT_LOG });
    const filled = open();
    const island = `island-${ALEX.id}`;
    await filled.append(
      batchOf(
        { moved: SWORD, by: MALLORY.id, action: "DROP", to: `${island}:1,2,3`, at: Date.now() },
        { moved: SWORD, by: MALLORY.id, action: "GIVE", to: `the market of ${ALEX.id}`, at: Date.now() },
        { kept: BOW, by: MALLORY.id, place: `block:${island}:1,2,3`, where: `${island}:1,2,3`, at: Date.now() },
      ),
    );
    await filled.close();
    const { code, value } = await doubletakeJson(["erase-player", "alex", "--yes", "--dir", folder]);
    assert.equal(code, 0);
    const texts = JSON.stringify(await everything(folder));
    assert.ok(!texts.includes(ALEX.id) && !texts.includes('"Alex"'), texts);
    assert.ok(texts.includes(value.pseudonym));
    const tables = [
      "dt_players",
      "dt_cases",
      "dt_claims",
      "dt_quarantine",
      "dt_notes",
      "dt_custody",
      "dt_worlds",
      "dt_unusual",
    ];
    for (const table of tables) {
      const rows = await server.query(url, `SELECT t::text AS row FROM ${table} AS t`);
      assert.ok(!JSON.stringify(rows).includes(ALEX.id), table);
    }
    const [note] = await server.query(url, "SELECT value FROM dt_notes WHERE key = 'removal-brake'");
    assert.equal(JSON.parse(note?.value as string).by, value.pseudonym);
    assert.deepEqual(await brokenRules(folder), []);
    const market = `the market of ${value.pseudonymId}`;
    const again = open();
    context.after(() => again.close());
    // The texts are found again under their new digest and hash.
    await again.append(batchOf({ moved: SWORD, by: MALLORY.id, action: "GIVE", to: market, at: Date.now() }));
    assert.equal((await server.query(url, "SELECT FROM dt_unusual WHERE location LIKE 'the market%'")).length, 1);
    const there = await again.custodyAt(`block:island-${value.pseudonymId}:1,2,3`);
    assert.deepEqual(
      there.map(({ itemId }) => itemId),
      [BOW],
    );
  });

  it("history and export say which months lie on another server, and where", async (context) => {
    const { folder, url } = await movedFolder(context);
    await server.query(url, "INSERT INTO dt_archives VALUES ('2026-01', 'lobby', '/srv/lobby/archive', 'cleared', 12)");
    for (const words of [
      ["history", SWORD],
      ["export", "transfers"],
    ]) {
      const { code, err } = await doubletake([...words, "--dir", folder]);
      assert.equal(code, 0);
      assert.match(err, /transfers archived with 2026-01\. They are on the server "lobby", in \/srv\/lobby\/archive/);
    }
  });

  it("migrate moves everything to PostgreSQL and back, and every question has the same answer", async (context) => {
    const { folder } = await movedFolder(context);
    useEngine(folder, "sqlite");
    const original = await everything(folder);
    useEngine(folder, "postgres");
    assert.deepEqual(await everything(folder), original);
    for (const end of ["", "-wal", "-shm", "-owner"]) rmSync(join(folder, `tracker.db${end}`), { force: true });
    const back = await doubletake(["migrate", "--to", "sqlite", "--dir", folder]);
    assert.equal(back.code, 0, back.err);
    assert.match(back.out, /Set {2}storage\.engine: sqlite/);
    useEngine(folder, "sqlite");
    assert.deepEqual(await everything(folder), original);
    assert.deepEqual(await brokenRules(folder), []);
  });

  it("status, items, cases, verify, purge and backup work beside a running server", async (context) => {
    const { folder, url } = await movedFolder(context);
    const config = {
      engine: "postgres",
      url,
      serverName: "lobby",
      journalFolder: join(folder, "journal"),
      journalLimitMb: 16,
    } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    assert.equal((await store.counts()).transfers, ROWS + 1);
    const { value } = await doubletakeJson(["status", "--dir", folder]);
    assert.deepEqual(value.running, ["lobby"]);
    assert.equal(value.transfers, ROWS + 1);
    assert.equal(value.where, new URL(url).hostname);
    assert.ok(!JSON.stringify(value).includes(new URL(url).password), "no secret");
    const items = await doubletakeJson(["items", "alex", "--dir", folder]);
    assert.deepEqual(
      items.value.items.map(({ itemId }: { itemId: string }) => itemId),
      [SWORD],
    );
    assert.deepEqual(await brokenRules(folder), []);
    const backup = join(folder, "backup.db");
    assert.equal((await doubletake(["backup", "--out", backup, "--dir", folder])).code, 0);
    const purged = await doubletakeJson(["purge", "--player", ALEX.id, "--confirm", "1000", "--dir", folder]);
    assert.equal(purged.value.deleted, ROWS / 2 - 1);
    assert.equal((await store.counts()).transfers, ROWS + 1 - purged.value.deleted);
    assert.deepEqual(await brokenRules(folder), []);
  });

  it("reads a replica that takes no writes, when it is told to", async (context) => {
    const { folder, url } = await movedFolder(context);
    const original = await doubletakeJson(["history", SWORD, "--dir", folder]);
    const replica = new URL(url);
    replica.pathname += "_replica";
    const name = replica.pathname.slice(1);
    await server.query(server.url, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
    context.after(() => server.query(server.url, `DROP DATABASE ${name} WITH (FORCE)`));
    await server.query(server.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    // What is answered now is answered by the replica.
    await server.query(url, "ALTER TABLE dt_items RENAME TO mislaid");
    const words = ["--dir", folder, "--database", replica.href];
    assert.deepEqual((await doubletakeJson(["history", SWORD, ...words])).value, original.value);
    for (const command of [["cases"], ["items", "alex"], ["export", "transfers"], ["verify"]])
      assert.equal((await doubletake([...command, ...words])).code, 0, command[0]);
    const report = join(folder, "report.html");
    assert.equal((await doubletake(["report", "--out", report, ...words])).code, 0);
    useEngine(folder, "sqlite");
    const refused = await doubletake(["cases", ...words]);
    assert.deepEqual([refused.code, refused.err.includes("this server uses SQLite")], [1, true]);
  });

  it("servers lists the network, retires a stopped server, and renames one with all that it recorded", async (context) => {
    const { folder, url } = await movedFolder(context);
    const open = (serverName: string) => {
      const journalFolder = join(folder, serverName);
      const config = { engine: "postgres", url, serverName, journalFolder, journalLimitMb: 16, instance: "i" } as const;
      return openStore({ config, retentionDays: 0, log: SILENT_LOG });
    };
    const arena = open("arena");
    context.after(() => arena.close());
    await arena.counts();
    const states = async (...words: string[]) => {
      const { value } = await doubletakeJson(["servers", ...words, "--dir", folder]);
      return value.map((record: Record<string, unknown>) => [record.name, record.isRunning, record.isRetired]);
    };
    assert.deepEqual(await states(), [
      ["arena", true, false],
      ["lobby", false, false],
    ]);
    const { out } = await doubletake(["status", "--dir", folder]);
    assert.match(out, /\narena +runs +\S+ +\d+ s ago +0 rows\nlobby +stopped/);
    for (const command of [
      ["history", SWORD],
      ["items", "Alex"],
    ])
      assert.match((await doubletake([...command, "--dir", folder])).out, / action +server +location\n.* lobby +world/);
    const { code, err } = await doubletake(["servers", "--retire", "arena", "--dir", folder]);
    assert.deepEqual(
      [code, err.trim()],
      [1, 'No stopped server "arena" was found. Only servers on PostgreSQL can be retired or renamed.'],
    );
    assert.equal((await doubletake(["servers", "--rename", "lobby", "--to", "arena", "--dir", folder])).code, 1);
    assert.equal((await doubletake(["servers", "--rename", "lobby", "--dir", folder])).code, 2);
    assert.deepEqual(await states("--rename", "lobby", "--to", "hub"), [
      ["arena", true, false],
      ["hub", false, false],
    ]);
    const [taken] = await arena.quarantined({});
    assert.equal(taken?.takenBy, "hub");
    assert.equal((await arena.custodyOf([SWORD]))[0]?.server, "hub");
    // The files that it archived as "lobby" are no other server's: its retention reaches them.
    const source = await postgresArchiveSource(url, "hub");
    assert.deepEqual([...(await source.otherServers())], ["arena"]);
    await source.close();
    assert.deepEqual(await states("--retire", "hub"), [
      ["arena", true, false],
      ["hub", false, true],
    ]);
    assert.match((await doubletake(["servers", "--dir", folder])).out, /hub +retired/);
  });

  it("migrate brings what several servers wrote into one file, each row with its server's name", async (context) => {
    const { folder, url } = await movedFolder(context);
    const config = {
      engine: "postgres",
      url,
      serverName: "mine",
      journalFolder: join(folder, "j2"),
      journalLimitMb: 16,
    } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    await store.append(batchOf({ moved: SWORD, by: ALEX.id, action: "DROP", to: "world:1,1,1", at: Date.now() }));
    await store.counts();
    await store.close();
    for (const end of ["", "-wal", "-shm", "-owner"]) rmSync(join(folder, `tracker.db${end}`), { force: true });
    const { code } = await doubletakeJson(["migrate", "--to", "sqlite", "--dir", folder]);
    assert.equal(code, 0);
    useEngine(folder, "sqlite");
    const { value } = await doubletakeJson(["history", SWORD, "--limit", "2", "--dir", folder]);
    assert.deepEqual(
      value.transfers.map(({ server: name }: { server: string }) => name),
      ["mine", "lobby"],
    );
    assert.deepEqual((await doubletakeJson(["status", "--dir", folder])).value.servers, ["lobby", "mine"]);
  });

  it("migrate refuses a running server, an empty address and a target that holds something else", async (context) => {
    const plain = await filledFolder(context);
    const noAddress = await doubletake(["migrate", "--to", "postgres", "--dir", plain]);
    assert.equal(noAddress.code, 1);
    assert.match(noAddress.err, /storage\.postgres-url in config\.yml is empty/);
    assert.equal((await doubletake(["migrate", "--dir", plain])).code, 2);

    const { folder } = await movedFolder(context);
    const again = await doubletake(["migrate", "--to", "postgres", "--dir", folder]);
    assert.equal(again.code, 1);
    assert.match(again.err, /already holds data/);

    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    await store.counts();
    const live = await doubletake(["migrate", "--to", "postgres", "--dir", folder]);
    assert.equal(live.code, 1);
    assert.match(live.err, /Stop the game server first \(lobby\)/);
  });

  it("a migration that was broken off goes on where it ended, and brings every row once", async (context) => {
    const url = await server.freshDatabase();
    const folder = await filledFolder(context, Date.now(), url);
    const from = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const to = {
      engine: "postgres",
      url,
      serverName: "lobby",
      journalFolder: join(folder, "journal"),
      journalLimitMb: 16,
    } as const;
    const breakOff = ({ what }: { what: string }): void => {
      if (what === "places") throw new Error("the power went");
    };
    await assert.rejects(copyStore({ from, to, onCopied: breakOff }), /the power went/);
    const [half] = await server.query(url, "SELECT count(*) AS count FROM tracker_item_transfers");
    assert.equal(Number(half?.count), ROWS + 1, "it was broken off after the transfers");
    await server.query(
      url,
      "DELETE FROM dt_transfers WHERE (tableoid, ctid) IN (SELECT tableoid, ctid FROM dt_transfers ORDER BY ts DESC LIMIT 11)",
    );
    await server.query(url, "SET doubletake.protocol = '1'; UPDATE dt_servers SET transfers = transfers - 11");
    const { code, value } = await doubletakeJson(["migrate", "--to", "postgres", "--dir", folder]);
    assert.equal(code, 0);
    for (const { what, source, target } of value.counts) assert.equal(source, target, what);
    const rows = await server.query(url, "SELECT DISTINCT item_uuid, ts FROM tracker_item_transfers");
    assert.equal(rows.length, ROWS + 1, "no row twice");
  });

  it("a database that cannot be reached is one sentence without the password", async (context) => {
    const folder = await filledFolder(context, Date.now(), "postgres://me:hunter2@127.0.0.1:1/db");
    useEngine(folder, "postgres");
    const { code, err } = await doubletake(["status", "--dir", folder]);
    assert.equal(code, 1);
    assert.match(err, /127\.0\.0\.1/);
    assert.ok(!err.includes("hunter2") && !err.includes("    at "));
  });
});
