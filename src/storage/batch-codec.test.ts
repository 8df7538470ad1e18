import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { BatchWriter, ROW_WORDS } from "../core/storage-face.ts";
import { decodeBatch, encodeBatch } from "./batch-codec.ts";

describe("a batch as bytes", () => {
  it("comes back as it was, wherever its bytes lie", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 });
    const batch = fc.record({
      baseMs: fc.integer({ min: -1e12, max: 1e13 }),
      rows: fc.array(
        fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { minLength: ROW_WORDS, maxLength: ROW_WORDS }),
      ),
      strings: fc.array(text),
      askedSeen: fc.array(fc.nat(1000)),
      shift: fc.nat(7),
    });
    fc.assert(
      fc.property(batch, ({ baseMs, rows, strings, askedSeen, shift }) => {
        const whole = { baseMs, rowCount: rows.length, rows: Int32Array.from(rows.flat()), strings, askedSeen };
        const bytes = encodeBatch(whole);
        const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift);
        assert.deepEqual(decodeBatch(shifted), whole);
      }),
    );
  });

  it("takes only the rows that are in use, and keeps none of the memory that its bytes lie in", () => {
    const writer = new BatchWriter();
    writer.addPlayerName("00000000-0000-4000-8000-000000000001", "Zoë", 5);
    const batch = writer.finishBatch();
    assert.ok(batch);
    const bytes = encodeBatch({ ...batch, rows: Int32Array.from([...batch.rows, 1, 2, 3]) });
    const decoded = decodeBatch(bytes);
    bytes.fill(0);
    assert.deepEqual(decoded, batch);
  });

  it("refuses bytes that are shorter than they say", () => {
    const batch = { baseMs: 0, rowCount: 1, rows: new Int32Array(ROW_WORDS), strings: ["abc"], askedSeen: [] };
    const bytes = encodeBatch(batch);
    for (let length = 0; length < bytes.length; length++)
      assert.throws(() => decodeBatch(bytes.subarray(0, length)), RangeError);
  });
});
