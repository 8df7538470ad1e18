import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { assertConsecutive, numbersInSqlite } from "../support/numbers-in-sqlite.ts";
import { SqliteProgram } from "../support/sqlite-program.ts";

const SECOND = 10_000_000;
/** Small runs: a run deletes what it has compacted, also the rows of somebody else. */
const SMALL = { compactAtRows: 2000 };

describe("two programs on one SQLite file", () => {
  it("the second waits, says why, and writes what waited as soon as the first is gone", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const first = new SqliteProgram(file, SMALL);
    context.after(() => first.kill());
    await first.until(() => first.through >= 0);
    const second = new SqliteProgram(file, { first: SECOND, ...SMALL });
    context.after(() => second.kill());
    await second.until(() => second.lines.length > 0);
    assert.match(second.lines[0] ?? "", /in use by another running Doubletake/);
    const through = first.through;
    await first.until(() => first.through > through + 5000);
    assert.equal(second.through, -1);
    await first.kill();
    const acknowledged = first.through;
    await second.until(() => second.through >= SECOND + 5000);
    assertAllIn(file, acknowledged, await second.stop());
  });

  it("the first takes its lock again when somebody has deleted it, so that a second still has to wait", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    const first = new SqliteProgram(file, SMALL);
    context.after(() => first.kill());
    await first.until(() => first.through >= 0);
    rmSync(`${file}-owner`);
    await pause(3000);
    const second = new SqliteProgram(file, { first: SECOND, ...SMALL });
    context.after(() => second.kill());
    await second.until(() => second.lines.length > 0 || second.through >= SECOND);
    assert.match(second.lines[0] ?? "", /in use by another running Doubletake/);
    const through = first.through;
    await first.until(() => first.through > through + 5000);
    const next = await first.stop();
    await second.until(() => second.through >= SECOND);
    assertAllIn(file, next - 1, await second.stop());
  });
});

function assertAllIn(file: string, firstThrough: number, secondNext: number): void {
  const numbers = numbersInSqlite(file);
  assertConsecutive(
    numbers.filter((number) => number < SECOND),
    0,
    firstThrough + 1,
  );
  assertConsecutive(
    numbers.filter((number) => number >= SECOND),
    SECOND,
    secondNext - SECOND,
  );
}
