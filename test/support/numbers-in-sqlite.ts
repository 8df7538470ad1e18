import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";

/** The numbers of the transfers in a file, ascending, after a check of the whole file. */
export function numbersInSqlite(file: string): number[] {
  const db = new DatabaseSync(file);
  try {
    assert.deepEqual(
      db
        .prepare("PRAGMA integrity_check")
        .all()
        .map((row) => row.integrity_check),
      ["ok"],
    );
    const rows = db.prepare("SELECT location FROM tracker_item_transfers").all();
    return rows.map(({ location }) => Number(/^world:(\d+),64,0$/.exec(String(location))?.[1])).sort((a, b) => a - b);
  } finally {
    db.close();
  }
}

/** Asserts that every number from the first on is there, none missing and none twice. */
export function assertConsecutive(numbers: readonly number[], first: number, atLeast: number): void {
  const wrong = numbers.findIndex((number, at) => number !== first + at);
  assert.equal(wrong, -1, `at ${wrong}: ${numbers.slice(Math.max(0, wrong - 2), wrong + 3)}`);
  assert.ok(numbers.length >= atLeast, `${numbers.length} rows, ${atLeast} acknowledged`);
}
