/**
 * Everything that must hold, in order, with one summary at the end. `check` runs the fast part, `only <file>...` some files, and
 * `full` repeats: fresh seeds, rounds, a soak, and the oldest Node that we promise.
 */
import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NOT_DURABLE, startPostgres } from "../test/support/postgres-server.ts";
import { type FileCost, readCosts } from "./testing/file-cost.ts";
import { gateOnNode } from "./testing/on-node.ts";
import { processorSeconds } from "./testing/processor-time.ts";
import { useQuickFolders } from "./testing/quick-folders.ts";
import { type Grouping, runFiles, runFilesTwice, type Tally } from "./testing/run-files.ts";

interface Step {
  readonly name: string;
  readonly run: () => Tally | Promise<Tally>;
}

const mode = process.argv[2] ?? "all";
const root = join(import.meta.dirname, "..");
const SHOWN_FILES = 10;
/** Of a group, which asserts no time: it only ends what hangs. The long rounds of `full` take theirs. */
const timeoutMs = mode === "full" ? 4 * 3_600_000 : 1_200_000;
const OLDEST_NODE = "22.13";
if (mode === "full") {
  process.env.DOUBLETAKE_SEED ??= String(Date.now() % 2 ** 31);
  process.env.DOUBLETAKE_ROUNDS ??= "20";
  process.env.DOUBLETAKE_SOAK_MINUTES ??= "10";
}
/** What makes this run another one than the gate: set for a single file, it repeats what happened here. */
const conditions = ["SEED", "ROUNDS", "SOAK_MINUTES"]
  .map((name) => `DOUBLETAKE_${name}`)
  .flatMap((name) => (process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`]));

const isStore = (file: string) => file.startsWith("src/storage/");
const allUnit = globSync("src/**/*.test.ts");
const unit = allUnit.filter((file) => !isStore(file));
const fast: Step[] = [
  { name: "format and lint", run: () => command("biome", ["ci", "--colors=off"]) },
  { name: "types", run: () => command("tsc", ["--noEmit"]) },
  { name: "import directions", run: () => tests(["test/imports.test.ts"]) },
  { name: "unit", run: () => tests(unit, { groups: 4 }) },
];
const slow: Step[] = [
  // Units too, but they write to real files: not for the fast part.
  { name: "unit, store", run: () => tests(allUnit.filter(isStore), { groups: 4 }) },
  { name: "integration", run: () => tests(integration(), { groups: 8 }) },
  { name: "flying-squid", run: () => tests(globSync("test/platforms/flying-squid/**/*.test.ts"), { groups: 2 }) },
  { name: "serenity", run: () => tests(globSync("test/platforms/serenity/**/*.test.ts"), { groups: 6 }) },
];

useQuickFolders(root);
const costFile = join(root, "node_modules", ".cache", `doubletake-costs-${process.pid}`);
process.env.DOUBLETAKE_TEST_COSTS = costFile;
const total: Tally & { seconds: number; processor: number } = { passed: 0, failed: 0, seconds: 0, processor: 0 };
if (mode === "only") {
  await withPostgres([{ name: "some files", run: () => tests(process.argv.slice(3)) }]);
} else {
  for (const step of fast) await take(step);
  if (mode !== "check") await withPostgres(slow);
  if (mode === "full") await take({ name: `the gate on Node ${OLDEST_NODE}`, run: () => gateOnNode(OLDEST_NODE) });
}
showSlowest(readCosts(costFile));
rmSync(costFile, { force: true });
console.log(`\n${total.seconds.toFixed(0)} s, ${total.processor.toFixed(0)} s of processor time`);
if (conditions.length > 0) console.log(`\nEach file again: ${conditions.join(" ")} npm run test:run -- only <file>`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** The slow steps share one PostgreSQL, but for tests that stop or kill it. */
async function withPostgres(steps: readonly Step[]): Promise<void> {
  const postgres = await startPostgres({ ...NOT_DURABLE, max_connections: "200" });
  process.env.DOUBLETAKE_SHARED_POSTGRES_URL = postgres.url;
  for (const step of steps) await take(step);
  await take({ name: "PostgreSQL", run: () => postgres.remove().then(() => ({ passed: 0, failed: 0 })) });
}

async function take(step: Step): Promise<void> {
  const [startedMs, startedProcessor] = [performance.now(), processorSeconds()];
  const { passed, failed } = await step.run();
  const [seconds, processor] = [(performance.now() - startedMs) / 1000, processorSeconds() - startedProcessor];
  total.passed += passed;
  total.failed += failed;
  total.seconds += seconds;
  total.processor += processor;
  const cost = `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time`;
  console.log(`${failed === 0 ? "ok  " : "FAIL"} ${step.name}: ${passed} passed, ${failed} failed (${cost})`);
}

function integration(): string[] {
  const files = globSync(["test/*.test.ts", "test/!(platforms)/**/*.test.ts"]);
  return files.filter((file) => file !== join("test", "imports.test.ts"));
}

/** A tool counts as one test. What it says is shown only when it fails. */
function command(name: string, words: readonly string[]): Tally {
  const { status, stdout, stderr, error } = spawnSync(name, words, {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status === 0) return { passed: 1, failed: 0 };
  console.log(error ? String(error) : stdout + stderr);
  return { passed: 0, failed: 1 };
}

/** Where there is no file, something is wrong with the patterns: a failure, not a silent success. */
async function tests(files: readonly string[], grouping: Partial<Grouping> = {}): Promise<Tally> {
  const run = files.some((file) => file.startsWith("test/platforms/")) ? runFilesTwice : runFiles;
  if (files.length > 0) return run(files, { groups: 1, timeoutMs, ...grouping });
  console.log("No test file was found");
  return { passed: 0, failed: 1 };
}

function showSlowest(costs: readonly FileCost[]): void {
  const slowest = costs.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, SHOWN_FILES);
  console.log("\nprocessor s  wall s  what takes longest");
  for (const { file, seconds, processorSeconds: processor } of slowest)
    console.log(`${processor.toFixed(1).padStart(11)}  ${seconds.toFixed(1).padStart(6)}  ${file}`);
}
