import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { assertConsecutive, numbersInSqlite } from "../support/numbers-in-sqlite.ts";
import { makeOldStore } from "../support/old-sqlite-store.ts";
import { ROUNDS } from "../support/rounds.ts";
import { seededRandom } from "../support/seed.ts";
import { SqliteProgram } from "../support/sqlite-program.ts";

const SIZE = { items: 1000, folded: 30_000, recent: 20_000 };
const TRANSFERS = SIZE.folded + SIZE.recent;
const RANDOM_KILLS = 1;
const KIB = 1024;

describe("a store of 1.0.0 whose upgrade is cut short", () => {
  it("by kill -9 at any moment: nothing is lost or doubled, no half-made copy is left, and the way back is whole", async (context) => {
    const folder = temporaryFolder(context);
    const old = join(folder, "old.db");
    makeOldStore(old, SIZE);
    const before = documentsIn(old);
    const random = seededRandom();
    const undisturbed = join(folder, "undisturbed.db");
    copyFileSync(old, undisturbed);
    const startedMs = performance.now();
    const program = new SqliteProgram(undisturbed, { first: TRANSFERS });
    await program.until(() => program.through >= TRANSFERS);
    const tookMs = performance.now() - startedMs;
    await program.kill();

    const moments: ((file: string) => Promise<unknown>)[] = [
      (file) => until(() => copiesOf(file).length > 0),
      (file) => until(() => copiesOf(file).some((name) => name.endsWith(".backup"))),
      ...Array.from({ length: RANDOM_KILLS * ROUNDS }, () => () => pause(random() * tookMs)),
    ];
    for (const [n, moment] of moments.entries()) {
      const file = join(folder, `${n}.db`);
      copyFileSync(old, file);
      const killed = new SqliteProgram(file, { first: TRANSFERS, compactAtRows: 20_000 });
      await moment(file);
      await killed.kill();
      const next = Math.max(TRANSFERS, killed.through + 1);

      const again = new SqliteProgram(file, { first: 2 * TRANSFERS, compactAtRows: 20_000 });
      await again.until(() => again.through >= 2 * TRANSFERS);
      const end = await again.stop();
      const numbers = numbersInSqlite(file);
      const [early, late] = [
        numbers.filter((number) => number < 2 * TRANSFERS),
        numbers.filter((number) => number >= 2 * TRANSFERS),
      ];
      assertConsecutive(early, 0, next);
      assertConsecutive(late, 2 * TRANSFERS, end - 2 * TRANSFERS);
      assert.deepEqual(documentsIn(file), before);
      const copies = copiesOf(file);
      assert.ok(copies.length > 0 && copies.every((name) => name.endsWith(".backup")), String(copies));
      for (const copy of copies) {
        const numbersBefore = numbersInSqlite(join(folder, copy));
        assertConsecutive(numbersBefore, 0, TRANSFERS);
        assert.equal(numbersBefore.length, TRANSFERS);
        assert.deepEqual(documentsIn(join(folder, copy)), before);
      }
    }
  });

  it("by a full disk: one line, nothing is left over, and it is done once there is room", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    makeOldStore(file, SIZE);
    // Between what the upgrade itself writes and the size of the whole copy.
    const fileLimitKiB = Math.floor((statSync(file).size / KIB) * 0.7);
    const program = new SqliteProgram(file, { fileLimitKiB, first: TRANSFERS });
    context.after(() => program.kill());
    await program.until(() => program.lines.some((line) => line.includes("cannot grow")));
    await pause(3000);
    assert.equal(program.lines.filter((line) => line.includes("cannot grow")).length, 1, "one line a minute");
    assert.equal(program.through, -1);
    // It tries again every two seconds, so one draft may be there, with the journal that older SQLites make for it.
    const drafts = copiesOf(file).filter((name) => !name.endsWith("-journal"));
    assert.ok(drafts.length <= 1 && drafts.every((name) => name.endsWith(".saving")), String(copiesOf(file)));
    execFileSync("prlimit", ["--pid", String(program.pid), "--fsize=unlimited:unlimited"]);
    await program.until(() => program.through > TRANSFERS);
    const next = await program.stop();
    assertConsecutive(numbersInSqlite(file), 0, next);
    assert.equal(copiesOf(file).length, 1);
    assert.equal(numbersInSqlite(join(folder, copiesOf(file)[0] ?? "")).length, TRANSFERS);
  });
});

function copiesOf(file: string): string[] {
  const [folder, name] = [join(file, ".."), file.split("/").at(-1)];
  return existsSync(folder) ? readdirSync(folder).filter((found) => found.startsWith(`${name}.layout-`)) : [];
}

/** Cases, claims, quarantine, notes and items, as the tables hold them in every layout. */
function documentsIn(file: string): unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = ["cases", "claims", "quarantine", "notes", "players"];
  const rows = tables.map((table) =>
    db
      .prepare(`SELECT * FROM ${table} WHERE true`)
      .all()
      .map((row) => ({ ...row })),
  );
  db.close();
  return rows;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(1);
}
