import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ArchivableRows } from "./archivable.ts";

/** Returns the archived rows, each as its position, with a plus if it follows the one before. */
function archived(beforeMs: number, rows: readonly (readonly [player: number, timestampMs: number])[]): string[] {
  const found: string[] = [];
  const archivable = new ArchivableRows(beforeMs);
  for (const [at, [player, timestampMs]] of rows.entries()) {
    const mayLeave = archivable.mayLeave(player, timestampMs, at < rows.length - 1);
    if (mayLeave) found.push(`${archivable.follows ? "+" : ""}${at}`);
  }
  return found;
}

describe("rows that may leave the store", () => {
  it("are all but each player's earliest and the item's last one", () => {
    const rows = [
      [1, 10],
      [1, 11],
      [1, 12],
      [2, 13],
      [1, 14],
      [2, 14],
      [2, 15],
    ] as const;
    assert.deepEqual(archived(100, rows), ["1", "+2", "4", "+5"]);
  });

  it("end at the time given, of which any later row shows that the last one before is not the item's last", () => {
    const rows = [
      [1, 10],
      [1, 11],
      [1, 20],
      [1, 20],
      [1, 21],
    ] as const;
    assert.deepEqual(archived(20, rows), ["1"]);
    assert.deepEqual(archived(20, rows.slice(0, 2)), []);
  });
});
