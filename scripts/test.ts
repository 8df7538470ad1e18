/**
 * Runs all checks in order, with one summary at the end. `check` runs the fast part, `only <file>...` some files, `repeat
 * <times> <part>... [--burn]` some parts again and again. `full` adds fresh seeds, more rounds, a soak test, every rule broken
 * once, and the oldest Node that we support.
 */
import { rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { NOT_DURABLE, startPostgres } from "../test/support/postgres-server.ts";
import { mutate } from "./conformance/mutate.ts";
import { type FileCost, readCosts } from "./testing/file-cost.ts";
import { gateOnNode } from "./testing/on-node.ts";
import { fastParts, type Part, slowRows, tests } from "./testing/parts.ts";
import { processorSeconds } from "./testing/processor-time.ts";
import { useQuickFolders } from "./testing/quick-folders.ts";
import { readRepetition, repeat } from "./testing/repeat.ts";
import type { Tally } from "./testing/run-files.ts";

const [mode = "all", ...words] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const SHOWN_FILES = 10;
/** For one group. No test depends on it; it only ends tests that hang. The long rounds of `full` need more. */
const timeoutMs = mode === "full" ? 4 * 3_600_000 : 1_200_000;
const OLDEST_NODE = "22.13";
if (mode === "full") {
  process.env.DOUBLETAKE_SEED ??= String(Date.now() % 2 ** 31);
  process.env.DOUBLETAKE_ROUNDS ??= "20";
  process.env.DOUBLETAKE_SOAK_MINUTES ??= "10";
  process.env.DOUBLETAKE_ITEM_PARTS ??= "4";
}
/** The settings in which this run differs from the gate. Set them for a single file to repeat what happened here. */
const conditions = ["SEED", "ROUNDS", "SOAK_MINUTES", "ITEM_PARTS"]
  .map((name) => `DOUBLETAKE_${name}`)
  .flatMap((name) => (process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`]));

useQuickFolders(root);
// A store's thread has a lower priority than the game's, and would wait for all other tests. With this, both are equal.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const costFile = join(root, "node_modules", ".cache", `doubletake-costs-${process.pid}`);
process.env.DOUBLETAKE_TEST_COSTS = costFile;
const total: Tally = { passed: 0, failed: 0 };
if (mode === "only") {
  await withPostgres([[{ name: "some files", run: () => tests(words, { timeoutMs }) }]]);
} else if (mode === "repeat") {
  const parts = [...fastParts(timeoutMs), ...slowRows(timeoutMs).flat()];
  await withPostgres([[{ name: "repetition", run: () => repeat(parts, readRepetition(words)) }]]);
} else {
  for (const part of fastParts(timeoutMs)) await take(part);
  if (mode !== "check") await withPostgres(slowRows(timeoutMs));
  if (mode === "full") await take({ name: "rules broken one by one", run: () => mutate(root, []) });
  if (mode === "full") await take({ name: `the gate on Node ${OLDEST_NODE}`, run: () => gateOnNode(OLDEST_NODE) });
}
showSlowest(readCosts(costFile));
rmSync(costFile, { force: true });
console.log(`\n${(performance.now() / 1000).toFixed(0)} s, ${processorSeconds().toFixed(0)} s of processor time`);
if (conditions.length > 0) console.log(`\nEach file again: ${conditions.join(" ")} npm run test:run -- only <file>`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** The slow parts share one PostgreSQL, except for tests that stop or kill it. The rows of parts run side by side. */
async function withPostgres(rows: readonly (readonly Part[])[]): Promise<void> {
  const postgres = await startPostgres({ ...NOT_DURABLE, max_connections: "200" });
  process.env.DOUBLETAKE_SHARED_POSTGRES_URL = postgres.url;
  const takeAll = async (parts: readonly Part[]) => {
    for (const part of parts) await take(part);
  };
  await Promise.all(rows.map(takeAll));
  await postgres.remove();
}

async function take(part: Part): Promise<void> {
  const [startedMs, startedProcessor] = [performance.now(), processorSeconds()];
  const { passed, failed } = await part.run();
  const seconds = (performance.now() - startedMs) / 1000;
  const processor = costOf(part.files ?? []) ?? processorSeconds() - startedProcessor;
  total.passed += passed;
  total.failed += failed;
  const cost = `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time`;
  console.log(`${failed === 0 ? "ok  " : "FAIL"} ${part.name}: ${passed} passed, ${failed} failed (${cost})`);
}

/** The cost of a part's files as they measured it themselves, because other parts run at the same time. */
function costOf(files: readonly string[]): number | undefined {
  const costs = readCosts(costFile).filter(({ file }) => files.some((part) => file.includes(part)));
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost.processorSeconds, 0);
}

function showSlowest(costs: readonly FileCost[]): void {
  const slowest = costs.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, SHOWN_FILES);
  console.log("\nprocessor s  wall s  what takes longest");
  for (const { file, seconds, processorSeconds: processor } of slowest)
    console.log(`${processor.toFixed(1).padStart(11)}  ${seconds.toFixed(1).padStart(6)}  ${file}`);
}
