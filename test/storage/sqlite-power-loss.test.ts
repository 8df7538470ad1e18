import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { connect } from "../../src/storage/sqlite/connection.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { numberedBatch } from "../support/numbered-transfers.ts";
import { assertConsecutive, numbersInSqlite } from "../support/numbers-in-sqlite.ts";
import { ROUNDS } from "../support/rounds.ts";
import { seededRandom } from "../support/seed.ts";
import { SqliteProgram } from "../support/sqlite-program.ts";

/** Written and closed, so on the disk for good, before the power goes. */
const SETTLED = 3000;
const SECTOR_BYTES = 512;
/** Cuts of the log that are tried, in each round. */
const CUTS = 10;
const random = seededRandom();

/**
 * A power loss takes what the system had not brought to the disk yet. SQLite syncs the write-ahead log before it copies
 * anything from it into the database file, so what can be lost is the part of the log since the last copying: whole, from
 * some point on, or sector by sector. That is what is done here to the files of a program that was killed.
 */
describe("SQLite and the power lost", () => {
  it("leaves the file intact, with everything up to some moment, and goes on from there", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const settled = open(file);
    await settled.append(numberedBatch(0, SETTLED));
    assert.equal(await settled.close(), 0);
    const before = readFileSync(file);
    const program = new SqliteProgram(file, { first: SETTLED });
    await program.until(() => program.through >= SETTLED + 2000);
    await program.kill();
    assert.ok(before.equals(readFileSync(file)), "nothing was copied from the log yet, so any part of it may be lost");
    const log = readFileSync(`${file}-wal`);
    const whole = numbersOf(folder, file, log).length;

    for (let round = 0; round < ROUNDS * CUTS; round++) {
      const cut = Math.floor(random() * log.length);
      const numbers = numbersOf(folder, file, round % 2 === 0 ? log.subarray(0, cut) : withLostSectors(log, cut));
      assertConsecutive(numbers, 0, SETTLED);
      assert.ok(numbers.length <= whole);
    }

    writeFileSync(`${file}-wal`, withLostSectors(log, Math.floor(log.length / 2)));
    const again = open(file);
    const { transfers } = await again.counts();
    await again.append(numberedBatch(transfers, 1000));
    assert.equal(await again.close(), 0);
    assertConsecutive(numbersInSqlite(file), 0, transfers + 1000);
  });

  it("syncs the log before it copies from it: the setting that all of this rests on", (context) => {
    const db = connect(join(temporaryFolder(context), "tracker.db"));
    const NORMAL = 1;
    assert.equal(db.prepare("PRAGMA journal_mode").get()?.journal_mode, "wal");
    assert.ok((db.prepare("PRAGMA synchronous").get()?.synchronous as number) >= NORMAL);
    db.close();
  });
});

/** The numbers of the transfers that are there when the database is opened with this log, past the product. */
function numbersOf(folder: string, file: string, log: Uint8Array): number[] {
  const copy = join(folder, "copy.db");
  copyFileSync(file, copy);
  rmSync(`${copy}-shm`, { force: true });
  writeFileSync(`${copy}-wal`, log);
  return numbersInSqlite(copy);
}

/** From `from` on, each sector was written or was not, as the disk happened to come to it. */
function withLostSectors(log: Uint8Array, from: number): Uint8Array {
  const left = Uint8Array.from(log);
  for (let at = from - (from % SECTOR_BYTES); at < left.length; at += SECTOR_BYTES) {
    if (random() < 0.5) left.fill(0, at, at + SECTOR_BYTES);
  }
  return left;
}

function open(file: string) {
  const config = { engine: "sqlite", file, serverName: "test" } as const;
  return openStore({ config, retentionDays: 0, log: SILENT_LOG });
}
