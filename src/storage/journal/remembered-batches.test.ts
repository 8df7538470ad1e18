import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Batch } from "../../core/storage-face.ts";
import { RememberedBatches } from "./remembered-batches.ts";

const MAX_ROWS = 1000;

describe("Remembered batches", () => {
  it("gives each out once, under its own sequence", () => {
    const remembered = new RememberedBatches(MAX_ROWS);
    const [first, second] = [batchOf(1), batchOf(2)];
    remembered.remember(7, first);
    remembered.remember(8, second);
    assert.equal(remembered.remove(8), second);
    assert.equal(remembered.remove(8), undefined);
    assert.equal(remembered.remove(7), first);
  });

  it("are no more rows than they may be, and what is taken makes room", () => {
    const remembered = new RememberedBatches(MAX_ROWS);
    const [large, small] = [batchOf(MAX_ROWS), batchOf(1)];
    remembered.remember(1, large);
    remembered.remember(2, small);
    assert.equal(remembered.remove(2), undefined);
    assert.equal(remembered.remove(1), large);
    remembered.remember(3, small);
    assert.equal(remembered.remove(3), small);
  });

  it("are gone when all are to be forgotten, and leave their room", () => {
    const remembered = new RememberedBatches(MAX_ROWS);
    const large = batchOf(MAX_ROWS);
    remembered.remember(1, large);
    remembered.forgetAll();
    assert.equal(remembered.remove(1), undefined);
    remembered.remember(2, large);
    assert.equal(remembered.remove(2), large);
  });
});

function batchOf(rowCount: number): Batch {
  return { baseMs: 0, rowCount, rows: new Int32Array(0), strings: [], askedSeen: [] };
}
