import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { PostgresConnection } from "../../src/storage/postgres/connection.ts";
import { connectionOptions } from "../../src/storage/postgres/connection-options.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { MIGRATIONS, migrate } from "../../src/storage/postgres/migrate.ts";
import { firstSchema } from "../../src/storage/postgres/migrations/0001-first-schema.ts";
import { batchOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { CuttingProxy } from "../support/cutting-proxy.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const MIGRATED = "SELECT number FROM dt_migrations ORDER BY number";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("PostgreSQL at start", () => {
  it("lets many servers migrate one empty database at once", async (context) => {
    const url = await server.freshDatabase();
    const engines = Array.from({ length: 6 }, (_, n) => engineFor(context, url, `server-${n}`));
    await Promise.all(engines.map((engine) => engine.open()));
    assert.deepEqual(
      await server.query(url, MIGRATED),
      MIGRATIONS.map(({ number }) => ({ number })),
    );
    assert.deepEqual(await server.query(url, "SELECT count(*)::integer FROM dt_servers"), [{ count: 6 }]);
  });

  it("brings a database of the first version forward, with what is in it", async (context) => {
    const url = await server.freshDatabase();
    const connection = await PostgresConnection.connect(connectionOptions(url, "the first version"));
    await migrate(connection, "here", [firstSchema]);
    await connection.close();
    assert.deepEqual(await server.query(url, MIGRATED), [{ number: 1 }]);
    await server.query(url, "INSERT INTO dt_servers (name) VALUES ('lobby')");
    const engine = engineFor(context, url, "lobby");
    await engine.open();
    assert.deepEqual(
      await server.query(url, MIGRATED),
      MIGRATIONS.map(({ number }) => ({ number })),
    );
    assert.deepEqual(await server.query(url, "SELECT name FROM dt_servers"), [{ name: "lobby" }]);
    const chest = { place: "block:world:1,2,3", where: "world:1,2,3", at: NOON };
    await engine.write([batchOf({ kept: itemId(1), by: playerId(1), ...chest })], 1);
    assert.deepEqual(
      (await engine.ask("custodyAt", chest.place)).map((custody) => custody.itemId),
      [itemId(1)],
    );
  });

  it("knows whose custody was, and who took what, from before networks were known", async (context) => {
    const url = await server.freshDatabase();
    const connection = await PostgresConnection.connect(connectionOptions(url, "the first version"));
    await migrate(connection, "here", [firstSchema]);
    await connection.close();
    await server.query(url, TWO_SERVERS_OF_1_0);
    const [lobby, arena] = [engineFor(context, url, "lobby"), engineFor(context, url, "arena")];
    await lobby.open();
    await arena.open();
    const place = "block:world:1,2,3";
    const seen = { kept: itemId(1), by: playerId(1), place, where: "world:1,2,3", at: NOON };
    await arena.write([batchOf(seen)], 1);
    const [before] = await lobby.ask("custodyOf", [itemId(1)]);
    assert.deepEqual([before?.server, before?.version, before?.place], ["lobby", 1, "block:world:0,0,0"]);
    await lobby.write([batchOf(seen)], 1);
    const [after] = await arena.ask("custodyOf", [itemId(1)]);
    assert.deepEqual([after?.server, after?.version, after?.place], ["lobby", 1, place]);
    const [taken] = await arena.ask("quarantined", {});
    assert.deepEqual([taken?.takenBy, taken?.returnedBy, taken?.claim], ["arena", "", ""]);
  });

  it("refuses what version 1.0 writes, with a code that it takes for a server that stops: it keeps everything", async (context) => {
    const url = await server.freshDatabase();
    await engineFor(context, url, "lobby").open();
    for (const write of [
      "UPDATE dt_servers SET sequence = 1",
      "INSERT INTO dt_notes (server, key, value) VALUES (1, 'key', 'value')",
      "DELETE FROM dt_claims",
      "UPDATE dt_quarantine SET state = 'returned'",
      "UPDATE dt_cases SET status = 'open'",
    ])
      await assert.rejects(server.query(url, write), { code: "57P01" });
  });

  it("indexes custody for a network when its second server starts, and not for one alone", async (context) => {
    const url = await server.freshDatabase();
    const isIndexed = async () =>
      (await server.query(url, "SELECT to_regclass('dt_custody_by_holder') IS NOT NULL AS is_there"))[0]?.is_there;
    const start = async (serverName: string) => {
      const engine = new PostgresEngine({ url, serverName, instance: serverName });
      context.after(() => engine.close());
      await engine.open();
      return engine;
    };
    const lobby = await start("lobby");
    await lobby.close();
    await lobby.open();
    assert.equal(await isIndexed(), false);
    await Promise.all([start("arena"), start("hub")]);
    assert.equal(await isIndexed(), true);
  });

  it("goes on beside a newer program that left what this one needs, and is refused by one that did not", async (context) => {
    const url = await server.freshDatabase();
    const engine = engineFor(context, url, "test");
    await engine.open();
    await server.query(url, "INSERT INTO dt_migrations (number, name, oldest_protocol) VALUES (98, 'only adds', 1)");
    const other = engineFor(context, url, "other");
    await other.open();
    for (const one of [engine, other]) await one.ask("writeNote", "key", "written");
    const takesAway = "INSERT INTO dt_migrations (number, name, oldest_protocol) VALUES (99, 'takes away', 2)";
    await server.query(url, takesAway);
    // Also under a session that was there before: what it writes waits in its journal.
    await assert.rejects(engine.ask("writeNote", "key", "again"), { code: "DT_STORE_UNREACHABLE" });
    await assert.rejects(engine.open(), { code: "DT_STORE_TOO_NEW", message: /version 99.*update Doubletake/ });
    await server.query(url, "DELETE FROM dt_migrations WHERE number = 99");
    await engine.open();
  });

  it("refuses a second live server of the same name, and lets it in when the first is gone", async (context) => {
    const url = await server.freshDatabase();
    const [first, second, other] = [
      engineFor(context, url, "lobby"),
      engineFor(context, url, "lobby"),
      engineFor(context, url, "arena"),
    ];
    await first.open();
    await other.open();
    await assert.rejects(second.open(), { code: "DT_SERVER_NAME_TAKEN", message: /"lobby".*server-name/ });
    await first.close();
    await second.open();
    await assert.rejects(first.open(), { code: "DT_SERVER_NAME_TAKEN" });
  });

  it("gets its name back from a session of its own that PostgreSQL still takes for alive", async (context) => {
    const url = await server.freshDatabase();
    const proxy = await CuttingProxy.before(url);
    context.after(() => proxy.close());
    const engine = engineFor(context, proxy.url, "lobby");
    await engine.open();
    proxy.forgetClients();
    while (engine.isConnected) await new Promise((resolve) => setTimeout(resolve, 5));
    await engine.open();
    await engine.write([batchOf({ named: playerId(1), name: "Alex", at: NOON })], 1);
    assert.equal((await engine.ask("playerById", playerId(1)))?.name, "Alex");
  });

  it("answers with an error, never with an empty list, when the session is gone", async (context) => {
    const url = await server.freshDatabase();
    const engine = engineFor(context, url, "lobby");
    await engine.open();
    await server.query(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'doubletake %' AND datname = current_database()",
    );
    await assert.rejects(engine.ask("getItemTransferHistory", itemId(1), 10), { code: "DT_STORE_UNREACHABLE" });
    await assert.rejects(engine.ask("custodyOf", [itemId(1)]), { code: "DT_STORE_UNREACHABLE" });
    await engine.open();
    assert.deepEqual(await engine.ask("getItemTransferHistory", itemId(1), 10), []);
  });

  const secret = "Tr0ub4dor&3";
  const wrongAddresses: readonly (readonly [string, (url: URL) => void, RegExp, string])[] = [
    [
      "a wrong password",
      (url) => Object.assign(url, { password: secret }),
      /user and password in storage\.postgres-url/,
      "DT_STORE_DENIED",
    ],
    [
      "an unknown user",
      (url) => Object.assign(url, { username: "nobody", password: secret }),
      /user and password/,
      "DT_STORE_DENIED",
    ],
    [
      "an unknown host",
      (url) => Object.assign(url, { hostname: "no-such-host.invalid", password: secret }),
      /no-such-host\.invalid/,
      "DT_STORE_UNREACHABLE",
    ],
    [
      "a database that does not exist",
      (url) => Object.assign(url, { pathname: "/nothing-here" }),
      /does not exist.*CREATE DATABASE/,
      "DT_STORE_DENIED",
    ],
    [
      "a port where nothing listens",
      (url) => Object.assign(url, { port: "1", password: secret }),
      /start the server/,
      "DT_STORE_UNREACHABLE",
    ],
    [
      "TLS where there is none",
      (url) => Object.assign(url, { search: "?sslmode=verify-full" }),
      /secure connection/,
      "DT_STORE_UNREACHABLE",
    ],
  ];
  for (const [name, spoil, message, code] of wrongAddresses) {
    it(`${name}: says what to do, and no secret`, async (context) => {
      const url = new URL(await server.freshDatabase());
      spoil(url);
      const engine = engineFor(context, url.href, "lobby");
      const failure = await engine.open().then(
        () => assert.fail("it opened"),
        (error: unknown) => error as Error & { code: string },
      );
      assert.equal(failure.code, code);
      assert.match(failure.message, message);
      const everything = `${failure.stack} ${JSON.stringify(failure)} ${String((failure.cause as Error | undefined)?.stack)}`;
      for (const part of [
        secret,
        encodeURIComponent(secret),
        decodeURIComponent(url.password),
        url.password,
        url.username,
        url.href,
      ]) {
        assert.ok(!everything.includes(part), `${part} in ${everything}`);
      }
    });
  }

  it("an address that is none: refused without repeating it", async () => {
    for (const address of [
      "",
      "localhost",
      `mysql://a:${secret}@h/d`,
      `postgres://u:${secret}@h:port/d`,
      `postgres://u:${secret}@h`,
      `postgres://u:${secret}@/d`,
    ]) {
      const engine = new PostgresEngine({ url: address, serverName: "lobby" });
      await assert.rejects(engine.open(), (error: Error & { code: string }) => {
        assert.equal(error.code, "DT_CONFIG_INVALID");
        assert.ok(!`${error.stack} ${String(error.cause)}`.includes(secret));
        return true;
      });
    }
  });
});

function engineFor(context: TestContext, url: string, serverName: string): PostgresEngine {
  const engine = new PostgresEngine({ url, serverName, nameWaitMs: 1_000 });
  context.after(() => engine.close());
  return engine;
}

/** Custody of an item at lobby; a copy of it was taken at arena. */
const TWO_SERVERS_OF_1_0 = `
  INSERT INTO dt_servers (name) VALUES ('lobby'), ('arena');
  INSERT INTO dt_worlds (server, is_unusual, name) SELECT ref, false, 'world' FROM dt_servers ORDER BY ref;
  INSERT INTO dt_players (uuid) VALUES ('${playerId(1)}');
  INSERT INTO dt_items (uuid) VALUES ('${itemId(1)}');
  INSERT INTO dt_actions (name) VALUES ('REMOVED');
  INSERT INTO dt_custody (confirmed, item, holder, place_hash, x, y, z, world, place_form) VALUES (now(), 1, 1, 0, 0, 0, 0, 1, 2);
  INSERT INTO dt_transfers (ts, item, player, x, z, y, world, action, tie) VALUES (now(), 1, 1, 0, 0, 0, 2, 1, 0);
  INSERT INTO dt_quarantine (number, case_number, state, return_to, body, data)
    VALUES (1, 1, 'held', '', '{"itemId": "${itemId(1)}", "freshId": "", "state": "held"}', '')`;
