import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { performanceTable } from "../../bench/readme/performance-table.ts";
import { withPerformance } from "../../bench/readme/write-readme.ts";

const machine = {
  cores: 2,
  processor: "any",
  memoryGb: 24,
  node: "v24.21.0",
  system: "linux x64",
  loadAverage: [0.42, 0.3, 0.1],
  stolenMs: 0,
};
const measured = (figures: object) => ({ date: "2026-11-19T02:45:18.986Z", commit: "306d76ef", machine, figures });
const server = {
  clients: 20,
  share: 2.449,
  memoryAddedMb: { rss: 33.41 },
  tps: { with: 19.21, without: 19.6 },
};

test("README.md has the table that bench.json makes", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
  assert.equal(page, withPerformance(page));
});

test("a row says the figures, and when, where and on which commit they were measured", () => {
  const [, , row] = performanceTable({ serenity: measured(server) }).split("\n");
  assert.equal(
    row,
    "| A SerenityJS with 20 clients at work: 2.4 % of the game's thread and 33.4 MB of memory; 19.2 ticks a second, without Doubletake 19.6 " +
      "| `serenity`, 2026-11-19, 306d76ef; load 0.4 on 2 cores |",
  );
});

test("a bench that was not measured has no row, and no more has one that the README does not tell", () => {
  assert.equal(performanceTable({ network: measured({}) }).split("\n").length, 2);
});

test("a figure that its bench no longer has is an error", () => {
  const { share: _, ...without } = server;
  assert.throws(() => performanceTable({ serenity: measured(without) }), /the bench serenity has no figure share/);
});

test("a page without the marks is an error", () => {
  assert.throws(() => withPerformance("# Doubletake\n"), /has lost the marks/);
});
