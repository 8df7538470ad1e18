import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** PostgreSQL numbers its own; texts of document tables get their parameters' names from sqlite/sql.ts. */
const ALLOWED = /storage.(postgres|documents).|sqlite.sql\.ts$/;

test("SQLite's statements have no numbered parameters: Node 22.13 to 22.18 refuse them", () => {
  const files = globSync("src/storage/**/*.ts").filter((file) => !ALLOWED.test(file));
  assert.ok(files.length > 50);
  const numbered = files.filter((file) => /[ (=,]\?[1-9]/.test(readFileSync(file, "utf8")));
  assert.deepEqual(numbered, []);
});
