import assert from "node:assert/strict";
import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { CaseRecord, Claim } from "../../src/core/index.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { batchOf, copyOf, itemId, NOON, playerId, type Row } from "../../src/testing/store-contract/rows.ts";
import { CuttingProxy } from "../support/cutting-proxy.ts";
import { JournalFolder } from "../support/journal-folder.ts";
import { numberedBatch } from "../support/numbered-transfers.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const ALEX = playerId(1);
/** Nothing listens there. */
const NOWHERE = "postgres://u:p@127.0.0.1:1/d";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("the journal before PostgreSQL", () => {
  it("delivers each row once when the line is cut between a commit and its answer", async (context) => {
    const proxy = await CuttingProxy.before(await server.freshDatabase());
    context.after(() => proxy.close());
    const journalFolder = new JournalFolder(context);
    const engine = await journalFolder.open(proxy.url);
    let sent = 0;
    for (let round = 0; round < 4; round++) {
      proxy.cutAfterCommits(1);
      for (let n = 0; n < 5; n++, sent += 50) await engine.write([numberedBatch(sent, 50)]);
      while (proxy.cuts <= round) await setTimeout(5);
    }
    assert.equal((await retried(() => engine.ask("counts"))).transfers, sent);
    assert.deepEqual(
      await numbersIn(proxy.url),
      Array.from({ length: sent }, (_, n) => n),
    );
  });

  it("delivers what a killed run left, without what was cut in the middle of its last record", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const away = await journalFolder.open(NOWHERE);
    for (let n = 0; n < 3; n++) await away.write([numberedBatch(n * 10, 10)]);
    await away.close();
    truncateSync(journalFolder.file(), readFileSync(journalFolder.file()).length - 7);
    const engine = await journalFolder.open(url);
    assert.equal((await engine.ask("counts")).transfers, 20);
    assert.deepEqual(
      await numbersIn(url),
      Array.from({ length: 20 }, (_, n) => n),
    );
    assert.equal(journalFolder.log.lines.filter((line) => line.includes("ends in the middle of a record")).length, 1);
  });

  it("answers questions with an error while the database is away, and takes writes that need no answer", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const first = await journalFolder.open(url);
    const number = await first.ask("saveCase", aCase);
    await first.ask("saveClaim", { ...aClaim, place: "block:world:9,9,9" });
    await first.close();

    const away = await journalFolder.open(NOWHERE);
    const rows: Row[] = [{ seen: itemId(1), by: ALEX, material: "BOW", at: NOON, ask: true }];
    assert.deepEqual(await away.write([batchOf(...rows)]), [{ newlySeen: [false] }], "unknown is no, with a warning");
    await away.ask("saveCase", { ...aCase, number, status: "confirmed" });
    await away.ask("saveClaim", aClaim);
    await away.ask("closeClaim", aClaim.itemId, "block:world:9,9,9");
    await away.ask("writeNote", "clean", "no");
    await away.ask("writeNote", "clean", "yes");
    for (const question of [
      () => away.ask("getItemTransferHistory", itemId(1), 10),
      () => away.ask("openClaims"),
      () => away.ask("readNote", "clean"),
      () => away.ask("saveCase", aCase),
    ]) {
      await assert.rejects(question, { code: "DT_STORE_UNREACHABLE", message: /127\.0\.0\.1/ });
    }
    assert.ok(journalFolder.log.lines.some((line) => line.includes("whether ids are new cannot be told")));
    assert.equal(away.health().journalledRows, 6);
    await away.close();

    const again = await journalFolder.open(url);
    assert.equal((await again.ask("caseByNumber", number))?.status, "confirmed");
    assert.deepEqual(await again.ask("openClaims"), [aClaim]);
    assert.equal(await again.ask("readNote", "clean"), "yes");
    assert.equal((await again.ask("firstSighting", itemId(1)))?.material, "BOW");
    assert.equal(again.health().journalledRows, 0);
  });

  it("keeps the time of each row, however much later it is delivered", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const away = await journalFolder.open(NOWHERE);
    const times = [NOON, NOON + 1, NOON - 86_400_000, NOON + 60 * 86_400_000];
    const moved = (at: number): Row => ({ moved: itemId(1), by: ALEX, action: "DROP", to: "world:1,2,3", at });
    await away.write([batchOf(moved(times[0] as number)), batchOf(...times.slice(1).map(moved))]);
    await away.write([batchOf({ seen: itemId(1), by: ALEX, material: "BOW", at: NOON - 5 })]);
    await away.close();

    journalFolder.nowMs += 3_600_000;
    const again = await journalFolder.open(url);
    const history = await again.ask("getItemTransferHistory", itemId(1), 10);
    assert.deepEqual(
      history.map(({ timestamp }) => timestamp),
      times.toSorted((a, b) => b - a),
    );
    assert.equal((await again.ask("firstSighting", itemId(1)))?.firstSeenMs, NOON - 5);
  });

  it("sets aside a batch that will never be taken, and delivers those around it", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const away = await journalFolder.open(NOWHERE);
    await away.write([numberedBatch(0, 10)]);
    await away.write([{ ...numberedBatch(10, 10), strings: [] }, numberedBatch(10, 10)]);
    await away.close();
    const engine = await journalFolder.open(url);
    assert.equal((await engine.ask("counts")).transfers, 20);
    assert.deepEqual(
      await numbersIn(url),
      Array.from({ length: 20 }, (_, n) => n),
    );
    assert.ok(engine.health().lostRows > 0);
    assert.ok(journalFolder.log.lines.some((line) => /\d+ rows are set aside in \S+refused\.records/.test(line)));
    assert.ok(readdirSync(journalFolder.path).includes("refused.records"));
  });

  it("loses nothing when its folder was deleted, the clock is behind, and the database was away at start", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const first = await journalFolder.open(url);
    await first.write([numberedBatch(0, 10)]);
    assert.equal((await retried(() => first.ask("counts"))).transfers, 10);
    await first.close();
    journalFolder.empty();
    journalFolder.nowMs -= 86_400_000;
    const engine = journalFolder.engine(url);
    await server.query(
      new URL("postgres", url).href,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} ALLOW_CONNECTIONS false`,
    );
    await engine.open();
    await engine.write([numberedBatch(10, 10)]);
    await server.query(
      new URL("postgres", url).href,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} ALLOW_CONNECTIONS true`,
    );
    assert.equal((await retried(() => engine.ask("counts"))).transfers, 20);
    await engine.write([numberedBatch(20, 10)]);
    assert.equal((await engine.ask("counts")).transfers, 30);
  });

  it("at its limit counts what is lost, says so once a minute, and goes on when PostgreSQL is back", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const config = {
      engine: "postgres",
      serverName: "full",
      journalFolder: journalFolder.path,
      journalLimitMb: 1,
    } as const;
    const away = openStore({ config: { ...config, url: NOWHERE }, retentionDays: 0, log: journalFolder.log });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => away.append(numberedBatch(n * 500, 500))),
    );
    const kept = outcomes.filter(({ status }) => status === "fulfilled").length;
    assert.ok(kept > 0 && kept < 40, `${kept} of 40 kept`);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") assert.equal(outcome.reason.code, "DT_STORE_FULL");
    }
    while (away.health().lostRows === 0) await setTimeout(20);
    assert.equal(journalFolder.log.lines.filter((line) => line.includes("takes no more rows")).length, 1);
    await away.close();
    const store = openStore({ config: { ...config, url }, retentionDays: 0, log: journalFolder.log });
    await store.append(numberedBatch(1_000_000, 1));
    assert.equal((await store.counts()).transfers, kept * 500 + 1);
    assert.equal(await store.close(), 0);
  });

  it("a wrong password at start: one line with what to do, the journal takes everything, and it goes on trying", async (context) => {
    const url = new URL(await server.freshDatabase());
    const journalFolder = new JournalFolder(context);
    await server.query(url.href, "CREATE ROLE guest LOGIN PASSWORD 'old password'");
    await server.query(url.href, "GRANT ALL ON SCHEMA public TO guest");
    const asGuest = Object.assign(new URL(url), { username: "guest", password: "new-password" });
    const engine = await journalFolder.open(asGuest.href);
    await engine.write([numberedBatch(0, 100)]);
    await assert.rejects(engine.ask("counts"), { code: "DT_STORE_DENIED" });
    assert.equal(engine.health().isReachable, false);
    await server.query(url.href, "ALTER ROLE guest PASSWORD 'new-password'");
    assert.equal((await retried(() => engine.ask("counts"))).transfers, 100);
    const errors = journalFolder.log.lines.filter((line) => line.startsWith("error"));
    assert.equal(errors.length, 1);
    assert.match(
      errors[0] ?? "",
      /127\.0\.0\.1 refuses the login: check user and password in storage\.postgres-url\. Until then everything is kept in the journal/,
    );
    assert.doesNotMatch(journalFolder.log.lines.join("\n"), /new-password|guest/);
    assert.match(journalFolder.log.lines.at(-1) ?? "", /^info: PostgreSQL is back/);
    await engine.close();
  });

  it("goes on when a database that was read-only for a while can be written again, and says so only then", async (context) => {
    const url = await server.freshDatabase();
    const name = new URL(url).pathname.slice(1);
    const elsewhere = Object.assign(new URL(url), { pathname: "/postgres" }).href;
    const journalFolder = new JournalFolder(context);
    const engine = await journalFolder.open(url);
    await engine.write([numberedBatch(0, 10)]);
    assert.equal((await engine.ask("counts")).transfers, 10);
    await server.query(url, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    await server.query(url, ALL_SESSIONS_END);
    await engine.write([numberedBatch(10, 10)]);
    while (!(await failureOf(engine.ask("counts"))).includes("is read-only")) await setTimeout(20);
    assert.equal(
      journalFolder.log.lines.filter((line) => line.includes("is back")).length,
      0,
      journalFolder.log.lines.join("\n"),
    );
    await server.query(elsewhere, `ALTER DATABASE "${name}" RESET default_transaction_read_only`);
    assert.equal((await retried(() => engine.ask("counts"))).transfers, 20);
    assert.equal(journalFolder.log.lines.filter((line) => line.includes("is back")).length, 1);
    await engine.close();
  });

  it("goes on when a table that was missing is there again, and says so only then", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = new JournalFolder(context);
    const engine = await journalFolder.open(url);
    await engine.write([numberedBatch(0, 10)]);
    assert.equal((await engine.ask("counts")).transfers, 10);
    await server.query(url, "ALTER TABLE dt_transfers RENAME TO mislaid");
    await engine.write([numberedBatch(10, 10)]);
    await journalFolder.untilLine(/tables of Doubletake/);
    await assert.rejects(engine.ask("counts"), { code: "DT_STORE_DAMAGED" });
    assert.equal(
      journalFolder.log.lines.filter((line) => line.includes("is back")).length,
      0,
      journalFolder.log.lines.join("\n"),
    );
    await server.query(url, "ALTER TABLE mislaid RENAME TO dt_transfers");
    assert.equal((await retried(() => engine.ask("counts"))).transfers, 20);
    assert.equal(journalFolder.log.lines.filter((line) => line.includes("is back")).length, 1);
    await engine.close();
  });

  it("says that nothing comes back when packets vanish on the way, and refuses questions, before the line is given up", async (context) => {
    const proxy = await CuttingProxy.before(await server.freshDatabase());
    context.after(() => proxy.close());
    const journalFolder = new JournalFolder(context);
    const engine = await journalFolder.open(proxy.url, { patienceMs: 300 });
    assert.equal((await engine.ask("counts")).transfers, 0);
    proxy.swallow();
    await assert.rejects(engine.ask("counts"), { code: "DT_STORE_UNREACHABLE", message: /has not answered for/ });
    assert.equal(
      journalFolder.log.lines.filter((line) => /has not answered for .*kept in the journal/.test(line)).length,
      1,
    );
    await engine.write([numberedBatch(0, 10)]);
    assert.ok(engine.health().journalledRows > 0);
    await assert.rejects(engine.ask("counts"), { code: "DT_STORE_UNREACHABLE" });
    await engine.close(0);
  });

  it("tries again with growing pauses, however many rows come meanwhile", async (context) => {
    let attempts = 0;
    const hangUp = createServer((socket) => {
      attempts++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => hangUp.listen(0, "127.0.0.1", resolve));
    context.after(() => hangUp.close());
    const { port } = hangUp.address() as AddressInfo;
    const engine = await new JournalFolder(context).open(`postgres://u:p@127.0.0.1:${port}/d`);
    for (let n = 0; n < 100; n++) {
      await engine.write([numberedBatch(n, 1)]);
      await setTimeout(10);
    }
    assert.ok(attempts >= 2 && attempts <= 10, `${attempts} attempts while 100 batches came`);
  });

  it("an unknown host at start is no reason to stop, a name that is taken is", async (context) => {
    const journalFolder = new JournalFolder(context);
    const lost = await journalFolder.open("postgres://u:hunter2@no-such-host.invalid/d");
    await lost.write([numberedBatch(0, 1)]);
    assert.match(journalFolder.log.lines[0] ?? "", /no-such-host\.invalid/);
    assert.doesNotMatch(journalFolder.log.lines.join("\n"), /hunter2/);
    await lost.close();

    const url = await server.freshDatabase();
    await journalFolder.open(url);
    const twin = new JournalFolder(context).engine(url);
    await assert.rejects(twin.open(), { code: "DT_SERVER_NAME_TAKEN" });
  });
});

async function numbersIn(url: string): Promise<number[]> {
  const rows = await server.query(url, "SELECT x FROM dt_transfers ORDER BY ts, tie");
  return rows.map(({ x }) => Number(x));
}

const ALL_SESSIONS_END =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

async function failureOf(question: Promise<unknown>): Promise<string> {
  return question.then(
    () => "",
    (error: Error) => error.message,
  );
}

/** Asks until the database is back. */
async function retried<T>(question: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await question();
    } catch {
      await setTimeout(20);
    }
  }
}

const aCase: CaseRecord = {
  number: 0,
  type: "DUPLICATE_ITEM",
  severity: "CRITICAL",
  status: "open",
  itemIds: [itemId(1)],
  material: "BOW",
  playerId: ALEX,
  playerName: "Alex",
  openedMs: NOON,
  updatedMs: NOON,
  cause: "",
  copies: [copyOf(itemId(1))],
  transfers: [],
  acts: [],
};

const aClaim: Claim = {
  itemId: itemId(1),
  place: "block:world:1,2,3",
  kind: "dark",
  openedMs: NOON,
  copies: [copyOf(itemId(1))],
};
