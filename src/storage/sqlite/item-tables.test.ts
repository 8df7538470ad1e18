import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ID_WORDS } from "../../core/records.ts";
import { ItemRefs } from "./item-refs.ts";
import { ItemSlots } from "./item-slots.ts";
import { PLACE_FORMS } from "./places.ts";
import { RecentRows } from "./recent-rows.ts";

describe("ItemRefs", () => {
  it("finds what was added, among ids that differ in one word only", () => {
    const refs = new ItemRefs();
    const ids = Array.from({ length: 20_000 }, (_, n) => {
      const words = new Int32Array(ID_WORDS);
      words[n % ID_WORDS] = Math.floor(n / ID_WORDS) - 2500;
      return words;
    });
    const fresh = ids.filter((words) => refs.find(words, 0) < 0 && refs.add(words, 0, 1 + refs.size, false) >= 0);
    assert.equal(fresh.length, refs.size);
    for (const [n, words] of fresh.entries()) assert.equal(refs.refAt(refs.find(words, 0)), n + 1);
    refs.clear();
    assert.ok(ids.every((words) => refs.find(words, 0) === -1));
  });

  it("remembers which are seen, also when the table grows", () => {
    const refs = new ItemRefs();
    const words = (n: number) => Int32Array.of(n, 0, 0, -n);
    for (let n = 1; n <= 10_000; n++) refs.add(words(n), 0, n, n % 3 === 0);
    refs.markSeenAt(refs.find(words(1), 0));
    for (let n = 1; n <= 10_000; n++) {
      assert.equal(refs.isSeenAt(refs.find(words(n), 0)), n === 1 || n % 3 === 0);
    }
  });

  it("empties itself at its limit instead of growing without end", () => {
    const refs = new ItemRefs(1000);
    for (let n = 1; n <= 5000; n++) refs.add(Int32Array.of(n, n, n, n), 0, n, false);
    assert.ok(refs.size <= 1000);
    assert.equal(refs.refAt(refs.find(Int32Array.of(5000, 5000, 5000, 5000), 0)), 5000);
  });
});

describe("ItemSlots", () => {
  it("numbers items in the order in which they come", () => {
    const slots = new ItemSlots();
    const items = Array.from({ length: 5000 }, (_, n) => (n * 7919) % 100_003);
    for (const [slot, item] of items.entries()) {
      assert.equal(slots.find(item), -1);
      assert.equal(slots.add(item), slot);
      assert.equal(slots.add(item), slot);
    }
    for (const [slot, item] of items.entries()) assert.equal(slots.find(item), slot);
    assert.equal(slots.size, items.length);
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
