import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ArchiveColumns, emptyColumns } from "./archive-columns.ts";
import { buffersOf, packColumns, unpackColumns } from "./packed-columns.ts";

const ROWS: ArchiveColumns = {
  itemId: ["a", "a", "b"],
  timestampMs: [0, 1_800_000_000_000, 5],
  nth: [0, 1, 0],
  playerId: ["p", "q", "p"],
  action: ["DROP", "PICKUP", "DROP"],
  world: ["world", "somewhere else", "world"],
  x: [0, null, -30_000_000],
  y: [64, null, -64],
  z: [-1, null, 2 ** 31 - 1],
  server: ["", "lobby", ""],
};

describe("rows on their way from thread to thread", () => {
  it("arrive as they were", () => {
    for (const rows of [ROWS, emptyColumns()]) {
      const packed = packColumns(rows);
      assert.deepEqual(unpackColumns(structuredClone(packed, { transfer: buffersOf(packed) })), rows);
    }
  });
});
