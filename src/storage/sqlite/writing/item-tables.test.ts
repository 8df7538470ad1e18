import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { migrate } from "../migrate.ts";
import { Items } from "../questions/items.ts";
import { Dictionaries } from "./dictionaries.ts";
import { ItemTips } from "./item-tips.ts";
import { PLACE_FORMS } from "./places.ts";
import { RecentRows } from "./recent-rows.ts";

describe("Items", () => {
  it("gives an id one reference and sees it first once, also after what it remembers was emptied", (context) => {
    const db = new DatabaseSync(":memory:");
    context.after(() => db.close());
    migrate(db, "", { nowMs: 0 });
    const items = new Items(db, new Dictionaries(db, "test"), 10);
    const words = (n: number) => Int32Array.of(n, 0, 0, -n);
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const see = (n: number) => items.see(words(n), 0, 1, "BOW", 1000);
    const refs = numbers.map((n) => items.ref(words(n), 0));
    assert.deepEqual(numbers.map(see), Array(50).fill(true));
    assert.deepEqual(numbers.map(see), Array(50).fill(false));
    assert.deepEqual(
      numbers.map((n) => items.ref(words(n), 0)),
      refs,
    );
    assert.equal(new Set(refs).size, 50);
  });
});

describe("ItemTips", () => {
  it("holds the rows of every item, however many there are", () => {
    const tips = new ItemTips();
    const items = Array.from({ length: 5000 }, (_, n) => 1 + ((n * 7919) % 100_003));
    for (const [row, item] of items.entries()) {
      assert.equal(tips.find(item), -1);
      const tip = tips.add(item);
      assert.equal(tips.add(item), tip);
      assert.deepEqual([tips.last(tip), tips.lastCustody(tip)], [-1, -1]);
      tips.setLast(tip, row);
      tips.setLastCustody(tip, row * 2);
    }
    for (const [row, item] of items.entries()) {
      const tip = tips.find(item);
      assert.deepEqual([tips.last(tip), tips.lastCustody(tip)], [row, row * 2]);
    }
    assert.deepEqual(
      [...tips.sortedItems()],
      items.toSorted((a, b) => a - b),
    );
  });
});

describe("RecentRows", () => {
  it("is after a cut what it was before", () => {
    const rows = new RecentRows();
    const add = (item: number, place?: string) => {
      rows.add(item, item * 10, 1, 1, 0, 0, 0, false, true);
      if (place) rows.confirmCustody(rows.placeIndex(place), PLACE_FORMS.text);
    };
    add(1, "a");
    add(2);
    add(1);
    for (let n = 0; n < 3000; n++) add(n % 5, n % 2 ? "a" : "b");
    rows.cut(3);
    assert.equal(rows.transfers, 3);
    assert.deepEqual(rows.rowsOf(1), [2, 0]);
    assert.deepEqual(rows.rowsOf(2), [1]);
    assert.deepEqual(rows.rowsOf(4), []);
    assert.deepEqual([rows.hasItem(2), rows.hasItem(3)], [true, false]);
    assert.deepEqual([rows.custodyOf(1), rows.custodyOf(2)], [0, -1]);
    assert.deepEqual([[...rows.custodyAt("a")], [...rows.custodyAt("b")]], [[0], []]);
  });
});
