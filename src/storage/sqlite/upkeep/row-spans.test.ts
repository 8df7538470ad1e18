import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RowSpans, stretchesIn } from "./row-spans.ts";

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
      [...spans.inStoreOrder(3)].map((some) => [...stretchesIn(some)]),
      [
        [
          { item: 3, rows: 1, checksum: 9, spans: [{ fromMs: 200, fromNth: 0, toMs: 200, toNth: 0, rows: 1 }] },
          { item: 7, rows: 2, checksum: 11, spans: [{ fromMs: 100, fromNth: 0, toMs: 100, toNth: 1, rows: 2 }] },
        ],
        [{ item: 7, rows: 2, checksum: 1, spans: [{ fromMs: 300, fromNth: 0, toMs: 400, toNth: 0, rows: 2 }] }],
      ],
    );
  });

  it("stay short however many rows an item has", () => {
    const spans = new RowSpans();
    for (let n = 0; n < 100_000; n++) spans.add(1, n, 0, 1, n > 0);
    const all = [...spans.inStoreOrder(4096)].map((some) => [...stretchesIn(some)]);
    assert.ok(all.every((some) => some.length === 1));
    assert.equal(
      all.flat().reduce((rows, span) => rows + span.rows, 0),
      100_000,
    );
    assert.equal(all.at(-1)?.[0]?.spans[0]?.toMs, 99_999);
  });

  it("make one stretch with the few rows between them, which comes whole", () => {
    const spans = new RowSpans();
    spans.keep(7, 1000);
    spans.add(7, 100, 0, 1, false);
    spans.keep(7, 10);
    spans.keep(7, 20);
    spans.add(7, 400, 0, 2, false);
    spans.add(7, 500, 0, 3, true);
    spans.keep(7, 1000);
    spans.keep(8, 1000);
    spans.add(8, 100, 0, 4, false);
    const [of7, of8] = [...spans.inStoreOrder(1)].map((some) => [...stretchesIn(some)]);
    assert.deepEqual(of7, [
      {
        item: 7,
        rows: 5,
        checksum: 36,
        spans: [
          { fromMs: 100, fromNth: 0, toMs: 100, toNth: 0, rows: 1 },
          { fromMs: 400, fromNth: 0, toMs: 500, toNth: 0, rows: 2 },
        ],
      },
    ]);
    assert.deepEqual(
      of8?.map(({ rows, checksum }) => [rows, checksum]),
      [[1, 4]],
    );
  });

  it("make stretches that stay short, also when rows between them stay", () => {
    const spans = new RowSpans();
    for (let n = 0; n < 20_000; n++) {
      if (n % 5 === 0) spans.keep(1, 7);
      else spans.add(1, n, 0, 1, n % 5 > 1);
    }
    const all = [...spans.inStoreOrder(4096)].flatMap((some) => [...stretchesIn(some)]);
    assert.ok(all.length >= 5 && all.every(({ rows }) => rows <= 4096), `${all.map(({ rows }) => rows)}`);
    assert.equal(
      all.flatMap((stretch) => stretch.spans).reduce((rows, span) => rows + span.rows, 0),
      16_000,
    );
  });
});
