import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { IdTable } from "./id-table.ts";

describe("the table of ids", () => {
  it("is a map from ids to numbers, however the ids look", () => {
    const word = fc.oneof(fc.constantFrom(0, -1, 1), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word, word), { maxLength: 300 }), (ids) => {
        const table = new IdTable();
        const model = new Map<string, number>();
        for (const id of ids) {
          const entry = table.entryOf(Int32Array.from([9, ...id]), 1);
          assert.equal(entry, model.get(id.join()) ?? model.size);
          model.set(id.join(), entry);
        }
        assert.equal(table.size, model.size);
      }),
    );
  });

  it("keeps what it knows while it grows, and nothing after it was cleared", () => {
    const table = new IdTable();
    const ids = Array.from({ length: 20_000 }, (_, n) => Int32Array.of(n, 0, 0, 0));
    for (const [n, id] of ids.entries()) {
      const entry = table.entryOf(id, 0);
      table.setRef(entry, n + 1);
      if (n % 3 === 0) table.setSeen(entry);
    }
    for (const [n, id] of ids.entries()) {
      const entry = table.entryOf(id, 0);
      assert.deepEqual([table.refOf(entry), table.isSeen(entry)], [n + 1, n % 3 === 0]);
    }
    table.clear();
    const entry = table.entryOf(ids[0] as Int32Array, 0);
    assert.deepEqual([table.size, table.refOf(entry), table.isSeen(entry)], [1, 0, false]);
  });
});
