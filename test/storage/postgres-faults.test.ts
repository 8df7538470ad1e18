import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Log, Store } from "../../src/core/index.ts";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { itemParts } from "../support/item-parts.ts";
import { TransferFlow } from "../support/numbered-transfers.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { ROUNDS } from "../support/rounds.ts";
import { seededRandom } from "../support/seed.ts";
import { SqliteProgram } from "../support/sqlite-program.ts";
import { untilDelivered, untilReachable } from "../support/until-reachable.ts";

const A_ROUND = 10_000_000;
/** In the full run PostgreSQL stays away for longer than it takes to notice. */
const AWAY_MS = ROUNDS > 1 ? 15_000 : 0;
const random = seededRandom();

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.remove());

describe("PostgreSQL and the program at their worst", () => {
  it("the program is killed under 5,000 transfers a second: what was acknowledged is there, once, in order", async (context) => {
    const url = await server.freshDatabase();
    const folder = temporaryFolder(context);
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      acknowledged.push(await runUntilKilled(url, folder, round * A_ROUND, 400 + random() * 1_200));
    }
    const store = open(url, folder, "program", SILENT_LOG);
    await untilDelivered(store);
    const { transfers } = await store.counts();
    assert.equal(await store.close(), 0);
    const numbers = await numbersIn(url);
    assert.equal(numbers.length, transfers);
    let from = 0;
    for (const [round, through] of acknowledged.entries()) {
      const first = round * A_ROUND;
      const to = numbers.findLastIndex((number) => number < first + A_ROUND) + 1;
      assertRun(numbers.slice(from, to), first);
      assert.ok(
        to - from >= through - first + 1,
        `round ${round}: ${to - from} rows, ${through - first + 1} acknowledged`,
      );
      from = to;
    }
    assert.equal(from, numbers.length);
  });

  it("PostgreSQL is stopped for a while, and killed in mid-flow: counts and order match exactly", async (context) => {
    if (!server.isOurs) return context.skip("a server given by address cannot be stopped");
    const url = await server.freshDatabase();
    const log = new RecordingLog();
    const store = open(url, temporaryFolder(context), "outage", log);
    await store.counts();
    const flow = new TransferFlow(store);
    context.after(() => flow.stop());
    await pause(1_000);

    const awayMs = Date.now();
    for (let round = 0; round < ROUNDS; round++) {
      await server.stop();
      await pause(AWAY_MS);
      // The journal takes the rows.
      while (store.health().journalledRows === 0 || store.health().lastError === "") await pause(20);
      assert.equal(store.health().isReachable, false);
      assert.match(store.health().lastError, /127\.0\.0\.1/);
      await assert.rejects(store.counts(), { code: "DT_STORE_UNREACHABLE" });
      await server.start();

      await untilReachable(store);
      await pause(500 + random() * 1_000);
      await server.kill();
      await pause(random() * 1_000);
      await server.start();
      await untilReachable(store);
      await store.counts();
    }
    const sent = await flow.stop();
    await untilReachable(store);
    assert.equal((await store.counts()).transfers, sent);
    assert.equal(await store.close(), 0);
    assertRun(await numbersIn(url), 0, sent);

    const told = log.lines.filter((line) => line.startsWith("error"));
    for (const line of told) assert.match(line, /PostgreSQL at 127\.0\.0\.1.*kept in the journal/);
    assert.ok(told.length > 0);
    assert.ok(told.length <= 1 + Math.floor((Date.now() - awayMs) / 60_000), `one line a minute: ${told.join("\n")}`);
    assert.ok(log.lines.some((line) => /PostgreSQL is back; \d+ rows/.test(line)));
  });

  it("PostgreSQL is away and the disk is full: rows wait in memory, and all arrive once there is room", async (context) => {
    const url = await server.freshDatabase();
    const folder = temporaryFolder(context);
    const nowhere = "postgres://u:p@127.0.0.1:1/d";
    const program = new SqliteProgram(folder, { journalOf: nowhere, fileLimitKiB: 300 });
    context.after(() => program.kill());
    await program.until(() => program.lines.some((line) => /cannot be written .*rows wait in memory/.test(line)));
    const durable = program.through;
    execFileSync("prlimit", ["--pid", String(program.pid), "--fsize=unlimited:unlimited"]);
    await program.until(() => program.through > durable);
    const next = await program.stop();
    assert.equal(program.lines.filter((line) => /lost|left out/.test(line)).length, 0, program.lines.join("\n"));
    const store = open(url, folder, "program", SILENT_LOG);
    await untilDelivered(store);
    assert.equal((await store.counts()).transfers, next);
    await store.close();
    assertRun(await numbersIn(url), 0, next);
  });

  it("a clean stop while PostgreSQL is away says how many rows are journalled, and the next start delivers them", async (context) => {
    if (!server.isOurs) return context.skip("a server given by address cannot be stopped");
    const url = await server.freshDatabase();
    const folder = temporaryFolder(context);
    const store = open(url, folder, "away", SILENT_LOG);
    await store.counts();
    await server.stop();
    const flow = new TransferFlow(store);
    await pause(500);
    const sent = await flow.stop();
    assert.ok((await store.close()) >= sent * 2);
    await server.start();
    const again = open(url, folder, "away", SILENT_LOG);
    assert.equal((await again.counts()).transfers, sent);
    assert.equal(await again.close(), 0);
    assertRun(await numbersIn(url), 0, sent);
  });
});

function open(url: string, journalFolder: string, serverName: string, log: Log): Store {
  const config = {
    engine: "postgres",
    url,
    serverName,
    journalFolder,
    journalLimitMb: 256,
    partitions: itemParts,
  } as const;
  return openStore({ config, retentionDays: 0, log });
}

/** Resolves with the last number that the program said was durable. */
async function runUntilKilled(url: string, folder: string, first: number, afterMs: number): Promise<number> {
  const program = new SqliteProgram(folder, { first, journalOf: url });
  await program.until(() => program.through >= first);
  await pause(afterMs);
  await program.kill();
  return program.through;
}

async function numbersIn(url: string): Promise<number[]> {
  const rows = await server.query(url, "SELECT x FROM dt_transfers ORDER BY ts, tie");
  return rows.map(({ x }) => Number(x));
}

/** Every number from the first on, in order, none missing and none twice. */
function assertRun(numbers: readonly number[], first: number, count = numbers.length): void {
  assert.equal(numbers.length, count);
  const wrong = numbers.findIndex((number, at) => number !== first + at);
  assert.equal(wrong, -1, `at ${wrong}: ${numbers.slice(Math.max(0, wrong - 2), wrong + 3)}`);
}
