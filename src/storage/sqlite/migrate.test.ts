import assert from "node:assert/strict";
import fs, { readdirSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, mock } from "node:test";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { migrate } from "./migrate.ts";

const FIRST = "CREATE TABLE a (x); INSERT INTO a VALUES (1)";
const SECOND = "CREATE TABLE b AS SELECT x + 1 AS x FROM a";
const BROKEN = "CREATE TABLE c (x); INSERT INTO missing VALUES (1)";
const NOW = Date.UTC(2026, 0, 15, 12, 30, 5);

describe("migrate", () => {
  it("brings an empty file to the newest layout without a backup", (context) => {
    const { db, file } = open(temporaryFolder(context));
    assert.equal(migrate(db, file, upgrade([FIRST, SECOND])), undefined);
    assert.equal(db.prepare("SELECT x FROM b").get()?.x, 2);
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 2);
    assert.deepEqual(backups(file), []);
    assert.equal(migrate(db, file, upgrade([FIRST, SECOND])), undefined);
    db.close();
  });

  it("copies a file that holds data before the first step, and runs only what is missing", (context) => {
    const { db, file } = open(temporaryFolder(context));
    migrate(db, file, upgrade([FIRST]));
    db.exec("INSERT INTO a VALUES (7)");
    const backup = migrate(db, file, upgrade([FIRST, SECOND]));
    assert.equal(backup, `${file}.layout-1-20260115T123005Z.backup`);
    const copy = new DatabaseSync(backup);
    assert.deepEqual(
      copy
        .prepare("SELECT x FROM a")
        .all()
        .map((row) => row.x),
      [1, 7],
    );
    assert.equal(copy.prepare("PRAGMA user_version").get()?.user_version, 1);
    assert.throws(() => copy.prepare("SELECT * FROM b"));
    copy.close();
    assert.equal(db.prepare("SELECT count(*) AS n FROM b").get()?.n, 2);
    db.close();
  });

  it("leaves the layout of the last good step when a step fails", (context) => {
    const { db, file } = open(temporaryFolder(context));
    assert.throws(() => migrate(db, file, upgrade([FIRST, BROKEN])), /missing/);
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 1);
    assert.throws(() => db.prepare("SELECT * FROM c"));
    migrate(db, file, upgrade([FIRST, SECOND]));
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 2);
    db.close();
  });

  it("keeps no copy of a file that is still as it was: each try would make another", (context) => {
    const { db, file } = open(temporaryFolder(context));
    migrate(db, file, upgrade([FIRST]));
    assert.throws(() => migrate(db, file, upgrade([FIRST, BROKEN])), /missing/);
    assert.deepEqual(copies(file), []);
    assert.throws(() => migrate(db, file, upgrade([FIRST, SECOND, BROKEN])), /missing/);
    assert.deepEqual(copies(file), backups(file), "the first step is final, so its copy is the way back");
    assert.equal(backups(file).length, 1);
    db.close();
  });

  it("removes what a killed start left half made, and says where it copies to before it does", (context) => {
    const { db, file } = open(temporaryFolder(context));
    migrate(db, file, upgrade([FIRST]));
    for (const suffix of ["", "-journal"])
      writeFileSync(`${file}.layout-1-20260101T000000Z.backup.saving${suffix}`, "half");
    const told: string[] = [];
    const onCopy = (copy: string) => told.push(copy, ...backups(file));
    const copy = migrate(db, file, { ...upgrade([FIRST, SECOND]), onCopy });
    assert.deepEqual(told, [copy]);
    assert.deepEqual(copies(file), backups(file));
    assert.equal(backups(file).length, 1);
    db.close();
  });

  it("does not begin to copy where there is no room for it, and says how much it takes", (context) => {
    const { db, file } = open(temporaryFolder(context));
    migrate(db, file, upgrade([FIRST]));
    mock.method(fs, "statfsSync", () => ({ bavail: 1000, bsize: 4096, blocks: 2000 }));
    syncBuiltinESMExports();
    context.after(() => {
      mock.restoreAll();
      syncBuiltinESMExports();
    });
    const refusal = { code: "DT_STORE_FULL", message: /takes 65 MB of free disk space; 4 MB are free/ };
    assert.throws(() => migrate(db, file, upgrade([FIRST, SECOND])), refusal);
    assert.deepEqual(copies(file), []);
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 1);
    db.close();
  });

  it("refuses a newer file and a file of another program, and changes neither", (context) => {
    const folder = temporaryFolder(context);
    const { db, file } = open(folder);
    migrate(db, file, upgrade([FIRST, SECOND]));
    assert.throws(() => migrate(db, file, upgrade([FIRST])), { code: "DT_STORE_TOO_NEW" });
    db.close();
    const foreign = new DatabaseSync(join(folder, "foreign.db"));
    foreign.exec("CREATE TABLE homes (x)");
    assert.throws(() => migrate(foreign, "foreign.db", upgrade([FIRST])), { code: "DT_STORE_DENIED" });
    assert.throws(() => foreign.prepare("SELECT * FROM a"));
    foreign.close();
    assert.deepEqual(backups(file), []);
  });
});

function upgrade(migrations: readonly string[]) {
  return { nowMs: NOW, migrations };
}

function open(folder: string): { db: DatabaseSync; file: string } {
  const file = join(folder, "tracker.db");
  return { db: new DatabaseSync(file), file };
}

/** Half-made ones, too. */
function copies(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => name.includes(".backup"));
}

function backups(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => name.endsWith(".backup"));
}
