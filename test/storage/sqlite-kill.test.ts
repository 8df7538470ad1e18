import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { openEngine } from "../../src/testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { numberedBatch } from "../support/numbered-transfers.ts";
import { assertConsecutive, numbersInSqlite } from "../support/numbers-in-sqlite.ts";
import { ROUNDS } from "../support/rounds.ts";
import { seededRandom } from "../support/seed.ts";
import { SqliteProgram } from "../support/sqlite-program.ts";

const A_ROUND = 10_000_000;
/** Small runs, so that most kills hit the middle of folding. */
const FOLD_AT_ROWS = 2500;
const SMALL_RUNS = { compactAtRows: 64 };

describe("SQLite and the program killed", () => {
  it("kill -9 under 5,000 transfers a second: what was acknowledged is there, once, and the file is sound", async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "doubletake-"));
    context.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "tracker.db");
    const acknowledged: number[] = [];
    const random = seededRandom();
    for (let round = 0; round < ROUNDS; round++) {
      const program = new SqliteProgram(file, { first: round * A_ROUND, compactAtRows: FOLD_AT_ROWS });
      await program.until(() => program.through >= 0);
      await pause(200 + random() * 1500);
      await program.kill();
      acknowledged.push(program.through);

      const numbers = numbersInSqlite(file);
      for (const [past, through] of acknowledged.entries()) {
        const first = past * A_ROUND;
        const ofRound = numbers.filter((number) => number >= first && number < first + A_ROUND);
        assertConsecutive(ofRound, first, through - first + 1);
      }
      const config = { engine: "sqlite", file, serverName: "again" } as const;
      const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
      assert.equal((await store.counts()).transfers, numbers.length);
      assert.equal(await store.close(), 0);
    }
  });

  it("killed after any step of compacting and purging: the files as they are then hold every row once", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const engine = await openEngine(file, SMALL_RUNS);
    let copies = 0;
    const check = async (transfers: number) => {
      const killed = join(folder, "killed", `${copies++}.db`);
      mkdirSync(dirname(killed), { recursive: true });
      for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, killed + suffix);
      assert.equal(numbersInSqlite(killed).length, transfers);
      const again = await openEngine(killed, SMALL_RUNS);
      assert.equal((await again.ask("counts")).transfers, transfers);
      while (await again.upkeepStep(true));
      const numbers = numbersInSqlite(killed);
      assert.deepEqual([new Set(numbers).size, numbers.length], [transfers, transfers]);
      await again.close();
    };
    let sent = 0;
    for (let round = 0; round < 3; round++) {
      await engine.write([numberedBatch(sent, 70)]);
      sent += 70;
      // Opened anew, it compacts an item in each step.
      await engine.open();
      for (let hasMore = true; hasMore; ) {
        hasMore = await engine.upkeepStep(false);
        await check(sent);
      }
    }
    await engine.write([numberedBatch(sent, 70)]);
    sent += 70;
    const [request, before] = [{}, Date.now() + 1000];
    for (let hasMore = true; hasMore; ) {
      const step = await engine.purgeStep(before, request);
      hasMore = step.hasMore;
      sent -= step.deletedRows;
      await check(sent);
    }
    await engine.close();
  });
});
