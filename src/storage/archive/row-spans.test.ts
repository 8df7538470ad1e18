import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RowSpans, spansIn } from "./row-spans.ts";

describe("spans of archived rows", () => {
  it("join rows that follow one another, and come in the order of the store", () => {
    const spans = new RowSpans();
    spans.add(7, 100, 0, 5, false);
    spans.add(7, 100, 1, 6, true);
    spans.add(7, 300, 0, 2 ** 32 - 1, false);
    spans.add(7, 400, 0, 2, true);
    spans.add(3, 200, 0, 9, false);
    assert.equal(spans.rows, 5);
    assert.deepEqual(
      [...spans.inStoreOrder(3)].map((some) => [...spansIn(some)]),
      [
        [
          { item: 3, fromMs: 200, fromNth: 0, toMs: 200, toNth: 0, rows: 1, checksum: 9 },
          { item: 7, fromMs: 100, fromNth: 0, toMs: 100, toNth: 1, rows: 2, checksum: 11 },
        ],
        [{ item: 7, fromMs: 300, fromNth: 0, toMs: 400, toNth: 0, rows: 2, checksum: 1 }],
      ],
    );
  });

  it("stay short however many rows an item has", () => {
    const spans = new RowSpans();
    for (let n = 0; n < 100_000; n++) spans.add(1, n, 0, 1, n > 0);
    const all = [...spans.inStoreOrder(4096)].map((some) => [...spansIn(some)]);
    assert.ok(all.every((some) => some.length === 1));
    assert.equal(
      all.flat().reduce((rows, span) => rows + span.rows, 0),
      100_000,
    );
    assert.equal(all.at(-1)?.[0]?.toMs, 99_999);
  });
});
