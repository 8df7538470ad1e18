// Everything that must hold, in order, with one summary at the end. `check` runs the fast part, `full` the long rounds too.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { run } from "node:test";

interface Step {
  readonly name: string;
  readonly run: () => Tally | Promise<Tally>;
}

interface Ways {
  /** Test files that run at the same time. */
  readonly concurrency?: number;
  readonly runsFailuresAgain?: boolean;
}

interface Tally {
  passed: number;
  failed: number;
}

/** A file that hangs, such as one whose server never ends, fails. The long rounds of `full` take their time. */
const FILE_TIMEOUT_MS = process.argv[2] === "full" ? 3_600_000 : 600_000;

const mode = process.argv[2] ?? "all";
if (mode === "full") process.env.DOUBLETAKE_ROUNDS ??= "20";

const fast: Step[] = [
  { name: "format and lint", run: () => command("biome", ["ci", "--colors=off"]) },
  { name: "types", run: () => command("tsc", ["--noEmit"]) },
  { name: "import directions", run: () => tests(["test/imports.test.ts"]) },
  { name: "unit", run: () => tests(["src/**/*.test.ts"], globSync("src/storage/**/*.test.ts")) },
];
const slow: Step[] = [
  // Units too, but they write to real files: not for the fast part.
  { name: "unit, store", run: () => tests(["src/storage/**/*.test.ts"]) },
  {
    name: "integration",
    run: () => tests(["test/*.test.ts", "test/!(platforms)/**/*.test.ts"], ["test/imports.test.ts"]),
  },
  {
    name: "real servers",
    run: () => tests(["test/platforms/**/*.test.ts"], [], { concurrency: 1, runsFailuresAgain: true }),
  },
];

const total: Tally = { passed: 0, failed: 0 };
for (const step of mode === "check" ? fast : [...fast, ...slow]) {
  const startedMs = Date.now();
  const { passed, failed } = await step.run();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  console.log(`${failed === 0 ? "ok  " : "FAIL"} ${step.name}: ${passed} passed, ${failed} failed (${seconds} s)`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

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

/**
 * Runs test files, each in a process of its own. A pattern that finds nothing is a failure, not a silent success. Where real
 * servers and clients talk over the network, a file that fails is run once more, and that is said.
 */
async function tests(patterns: readonly string[], except: readonly string[] = [], ways: Ways = {}): Promise<Tally> {
  const files = patterns.flatMap((pattern) => globSync(pattern)).filter((file) => !except.includes(file));
  if (files.length === 0) {
    console.log(`No test file matches ${patterns.join(", ")}`);
    return { passed: 0, failed: 1 };
  }
  const first = await runFiles(files, ways.concurrency ?? 2);
  if (first.failedFiles.size === 0 || !ways.runsFailuresAgain) return first;
  const again = [...first.failedFiles];
  console.log(`\nOnce more, since real servers were involved: ${again.join(", ")}`);
  const second = await runFiles(again, 1);
  return { passed: first.passed + second.passed, failed: second.failed };
}

async function runFiles(files: readonly string[], concurrency: number): Promise<Tally & { failedFiles: Set<string> }> {
  const tally = { passed: 0, failed: 0, failedFiles: new Set<string>() };
  const passedIn = new Map<string, number>();
  const stream = run({ files: [...files].sort(), concurrency, timeout: FILE_TIMEOUT_MS });
  stream.on("test:pass", ({ details, skip, todo, name, file }) => {
    if (details.type === "suite") return;
    if (skip !== undefined || todo !== undefined) {
      console.log(`skipped: ${name} (${file}): ${skip ?? todo}`);
      return;
    }
    passedIn.set(file ?? "", (passedIn.get(file ?? "") ?? 0) + 1);
  });
  stream.on("test:fail", ({ name, file, details }) => {
    // A suite fails because of a test in it, which is counted and shown by itself.
    if (details.type === "suite" && details.error.message.includes("subtest")) return;
    tally.failed++;
    tally.failedFiles.add(relative(process.cwd(), file ?? name));
    console.log(`\nFAILED ${name}\n  in ${file}\n${indent(describe(details.error))}`);
  });
  stream.on("test:stderr", ({ message }) => process.stderr.write(message));
  for await (const _ of stream) {
    // Reading to the end is what drives the run; the events above do the work.
  }
  for (const [file, passed] of passedIn)
    if (!tally.failedFiles.has(relative(process.cwd(), file))) tally.passed += passed;
  return tally;
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}
