import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BlockSpans, readBlockSpan } from "./block-spans.ts";

const [OLD, MARCH] = [16_400, 4_000_000_000];

describe("spans of archived rows by their place", () => {
  it("come by table and block, whichever item a row is of", () => {
    const spans = new BlockSpans();
    spans.add(7, { table: MARCH, block: 3, nth: 1 }, 5);
    spans.add(7, { table: OLD, block: 9, nth: 32 }, -6);
    spans.add(2, { table: MARCH, block: 0, nth: 291 }, 2 ** 31 - 1);
    spans.add(2, { table: MARCH, block: 3, nth: 2 }, 2 ** 31 - 1);
    assert.equal(spans.rows, 4);
    assert.deepEqual([...spans.inStoreOrder(1000)].map(readBlockSpan), [
      {
        table: MARCH,
        checksum: 3,
        rows: [
          { table: MARCH, block: 0, nth: 291 },
          { table: MARCH, block: 3, nth: 1 },
          { table: MARCH, block: 3, nth: 2 },
        ],
        last: [{ table: MARCH, block: 3, nth: 2 }],
      },
      {
        table: OLD,
        checksum: 2 ** 32 - 6,
        rows: [{ table: OLD, block: 9, nth: 32 }],
        last: [{ table: OLD, block: 9, nth: 32 }],
      },
    ]);
  });

  it("have about as many rows as are asked for, and whole blocks", () => {
    const spans = new BlockSpans();
    for (let n = 0; n < 100_000; n++) {
      spans.add(n % 1000, { table: OLD, block: Math.floor(n / 130), nth: 1 + (n % 130) }, 1);
    }
    const all = [...spans.inStoreOrder(4096)].map(readBlockSpan);
    assert.ok(all.slice(0, -1).every(({ rows }) => rows.length >= 4096 && rows.length < 4096 + 130));
    assert.ok(all.every(({ rows, checksum }) => rows.length === checksum));
    assert.equal(
      all.reduce((sum, { rows }) => sum + rows.length, 0),
      100_000,
    );
    for (const [at, { rows }] of all.slice(1).entries()) {
      assert.ok((rows[0]?.block ?? 0) > (all[at]?.rows.at(-1)?.block ?? 0));
    }
  });

  it("leave out rows that only larger blocks have, which the number of rows shows", () => {
    const spans = new BlockSpans();
    spans.add(1, { table: OLD, block: 0, nth: 1000 }, 1);
    assert.equal(spans.rows, 0);
    assert.deepEqual([...spans.inStoreOrder(1)], []);
  });
});
