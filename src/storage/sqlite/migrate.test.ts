import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { migrate } from "./migrate.ts";

const FIRST = "CREATE TABLE a (x); INSERT INTO a VALUES (1)";
const SECOND = "CREATE TABLE b AS SELECT x + 1 AS x FROM a";
const BROKEN = "CREATE TABLE c (x); INSERT INTO missing VALUES (1)";
const NOW = Date.UTC(2026, 0, 15, 12, 30, 5);

describe("migrate", () => {
  it("brings an empty file to the newest layout without a backup", (context) => {
    const { db, file } = open(temporaryFolder(context));
    assert.equal(migrate(db, file, NOW, [FIRST, SECOND]), undefined);
    assert.equal(db.prepare("SELECT x FROM b").get()?.x, 2);
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 2);
    assert.deepEqual(backups(file), []);
    assert.equal(migrate(db, file, NOW, [FIRST, SECOND]), undefined);
    db.close();
  });

  it("copies a file that holds data before the first step, and runs only what is missing", (context) => {
    const { db, file } = open(temporaryFolder(context));
    migrate(db, file, NOW, [FIRST]);
    db.exec("INSERT INTO a VALUES (7)");
    const backup = migrate(db, file, NOW, [FIRST, SECOND]);
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
    assert.throws(() => migrate(db, file, NOW, [FIRST, BROKEN]), /missing/);
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 1);
    assert.throws(() => db.prepare("SELECT * FROM c"));
    migrate(db, file, NOW, [FIRST, SECOND]);
    assert.equal(db.prepare("PRAGMA user_version").get()?.user_version, 2);
    db.close();
  });

  it("refuses a newer file and a file of another program, and changes neither", (context) => {
    const folder = temporaryFolder(context);
    const { db, file } = open(folder);
    migrate(db, file, NOW, [FIRST, SECOND]);
    assert.throws(() => migrate(db, file, NOW, [FIRST]), { code: "DT_STORE_TOO_NEW" });
    db.close();
    const foreign = new DatabaseSync(join(folder, "foreign.db"));
    foreign.exec("CREATE TABLE homes (x)");
    assert.throws(() => migrate(foreign, "foreign.db", NOW, [FIRST]), { code: "DT_STORE_DENIED" });
    assert.throws(() => foreign.prepare("SELECT * FROM a"));
    foreign.close();
    assert.deepEqual(backups(file), []);
  });
});

function open(folder: string): { db: DatabaseSync; file: string } {
  const file = join(folder, "tracker.db");
  return { db: new DatabaseSync(file), file };
}

function backups(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => name.endsWith(".backup"));
}
