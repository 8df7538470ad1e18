import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { inTransaction } from "../connection.ts";
import { migrate } from "../migrate.ts";
import { itemReads } from "./item-reads.ts";

const JUNE = Date.UTC(2026, 5, 1);
/** How many rows each item has before June, in the order of the items' ids. */
const ROWS = [3, 0, 1, 40, 2];
const LATER = 5;

describe("rows of the store, item by item", () => {
  it("come whole and in order, however few are read at once", (context) => {
    const db = storeWith(context);
    const all = read(db);
    assert.deepEqual(
      all.map(([id, rows]) => [id, rows.length]),
      // Those of the first later moment come along.
      ROWS.map((rows, item) => [`id-${item}`, rows + 2]),
    );
    for (const maxRows of [2, 3, 4, 7, 42, 56, 57]) assert.deepEqual(read(db, maxRows), all, `${maxRows} at once`);
  });

  it("are found in more items than are read at once", (context) => {
    const db = storeWith(context, 1203);
    assert.equal(read(db).length, 1203);
    assert.deepEqual(read(db, 100), read(db));
  });
});

/** Returns each item with its rows: those of later parts without the one that came before. */
function read(db: DatabaseSync, maxRows?: number): [id: string, rows: string[]][] {
  const found: [string, string[]][] = [];
  for (const { itemId, isFirst, rows, from, end } of itemReads(db, JUNE, maxRows)) {
    assert.ok(maxRows === undefined || end - from <= maxRows);
    const part = Array.from({ length: end - from }, (_, n) =>
      [rows.ts, rows.nth, rows.player, rows.scene, rows.x, rows.y, rows.z].map((column) => column[from + n]).join(),
    );
    if (isFirst) found.push([itemId, part]);
    else {
      const [id, before] = found.at(-1) as [string, string[]];
      assert.equal(itemId, id);
      assert.equal(before.pop(), part[0]);
      before.push(...part);
    }
  }
  return found;
}

/** An item's reference is not in the order of its id. Each has several rows from June on, two of them in its first millisecond. */
function storeWith(context: TestContext, items = ROWS.length): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  context.after(() => db.close());
  migrate(db, "", { nowMs: 0 });
  const addItem = db.prepare("INSERT INTO items (ref, uuid) VALUES (?, ?)");
  const addRow = db.prepare("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  inTransaction(db, () => {
    for (let item = 0; item < items; item++) {
      const ref = items - item;
      addItem.run(ref, `id-${item}`);
      const before = ROWS[item] ?? 1;
      for (let n = 0; n < before; n++)
        addRow.run(ref, JUNE - 1 - Math.floor((before - n) / 3), n % 3, n, 1, n, null, -n);
      for (let n = 0; n < LATER; n++) addRow.run(ref, JUNE + Math.floor(n / 2), n % 2, 9, 9, null, null, null);
    }
  });
  return db;
}
