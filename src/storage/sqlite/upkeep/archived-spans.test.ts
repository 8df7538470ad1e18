import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { inTransaction } from "../connection.ts";
import { migrate } from "../migrate.ts";
import { Compactor } from "../writing/compactor.ts";
import { RecentRows } from "../writing/recent-rows.ts";
import { ArchivedSpans } from "./archived-spans.ts";
import { ROWS_CHECKSUM, rowChecksum } from "./row-checksum.ts";
import { RowSpans } from "./row-spans.ts";

const JUNE = Date.UTC(2026, 5, 1);
const ROWS: readonly Parameters<typeof rowChecksum>[] = [
  [JUNE, 0, 1, 1, 0, 0, 0],
  [JUNE, 1, 2, 2, null, null, null],
  [JUNE + 5, 0, 1, 1, -30_000_000, -64, 29_999_999],
  [JUNE + 9, 70_000, 2 ** 29, 2 ** 24, 2 ** 31 - 1, -(2 ** 31), -1],
  [8.64e15, 0, 3, 3, 1, 2, 3],
];
const OURS = 4;

describe("deleting spans of archived rows", () => {
  it("has the same checksum in SQL for every row", (context) => {
    const { db } = tableWith(context);
    const inSql = db.prepare(`SELECT ${ROWS_CHECKSUM} AS checksum FROM transfers WHERE ts = ? AND nth = ?`);
    for (const row of ROWS) assert.equal(inSql.get(row[0], row[1])?.checksum, rowChecksum(...row));
    assert.equal(new Set(ROWS.map((row) => rowChecksum(...row))).size, ROWS.length);
  });

  it("deletes a span that is as it was", (context) => {
    const { db, clear } = tableWith(context);
    assert.equal(clear(0, 2), true);
    assert.equal(count(db), ROWS.length - 3);
  });

  it("deletes no span in which a row came, went or changed", (context) => {
    for (const change of [
      `INSERT INTO transfers VALUES (${OURS}, ${JUNE + 1}, 0, 1, 1, 0, 0, 0)`,
      `DELETE FROM transfers WHERE nth = 1`,
      `UPDATE transfers SET player = 9 WHERE nth = 1`,
      `UPDATE transfers SET x = 0, y = 0, z = 0 WHERE nth = 1`,
    ]) {
      const { db, clear } = tableWith(context);
      db.exec(change);
      const before = count(db);
      assert.equal(clear(0, 2), false, change);
      assert.equal(count(db), before, change);
    }
  });

  it("deletes what leaves of a stretch, and nothing of it if a row between changed", (context) => {
    const { db, clear } = tableWith(context);
    assert.equal(clear(0, 3, 1), true);
    assert.deepEqual(
      db
        .prepare("SELECT ts, nth FROM transfers")
        .all()
        .map(({ ts, nth }) => [ts, nth]),
      [
        [JUNE, 1],
        [8.64e15, 0],
      ],
    );
    const changed = tableWith(context);
    changed.db.exec("UPDATE transfers SET player = 9 WHERE nth = 1");
    assert.equal(changed.clear(0, 3, 1), false);
    assert.equal(count(changed.db), ROWS.length);
  });

  it("deletes no span at the end of an item's rows", (context) => {
    const { db, clear } = tableWith(context);
    db.exec(`DELETE FROM transfers WHERE ts > ${JUNE + 5}`);
    assert.equal(clear(0, 2), false);
    assert.equal(count(db), 3);
  });
});

function tableWith(context: TestContext): {
  db: DatabaseSync;
  clear(first: number, last: number, kept?: number): boolean;
} {
  const db = new DatabaseSync(":memory:");
  context.after(() => db.close());
  migrate(db, "", { nowMs: 0 });
  const insert = db.prepare("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  inTransaction(db, () => {
    for (const [timestampMs, nth, player, scene, x, y, z] of ROWS) {
      insert.run(OURS, timestampMs, nth, player, scene, x, y, z);
    }
  });
  const cleared = new ArchivedSpans(db, new Compactor(db, new RecentRows()));
  return {
    db,
    clear(first, last, kept) {
      const spans = new RowSpans();
      for (let at = first; at <= last; at++) {
        const row = ROWS[at] as (typeof ROWS)[number];
        if (at === kept) spans.keep(OURS, rowChecksum(...row));
        else spans.add(OURS, row[0], row[1], rowChecksum(...row), at !== first && at - 1 !== kept);
      }
      return [...spans.inStoreOrder(1000)].every((some) => cleared.clear(some));
    },
  };
}

function count(db: DatabaseSync): number {
  return db.prepare("SELECT count(*) AS rows FROM transfers").get()?.rows as number;
}
