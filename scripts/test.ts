// Everything that must hold, in order, with one summary at the end. `check` runs the fast part, `full` the long rounds too.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { run } from "node:test";

interface Step {
  readonly name: string;
  readonly run: () => Tally | Promise<Tally>;
}

interface Tally {
  passed: number;
  failed: number;
}

const mode = process.argv[2] ?? "all";
if (mode === "full") process.env.DOUBLETAKE_ROUNDS ??= "20";

const fast: Step[] = [
  { name: "format and lint", run: () => command("biome", ["ci", "--colors=off"]) },
  { name: "types", run: () => command("tsc", ["--noEmit"]) },
  { name: "import directions", run: () => tests(["test/imports.test.ts"]) },
  { name: "unit", run: () => tests(["src/**/*.test.ts"]) },
];
const slow: Step[] = [
  {
    name: "integration",
    run: () => tests(["test/*.test.ts", "test/!(platforms)/**/*.test.ts"], ["test/imports.test.ts"]),
  },
  { name: "real servers", run: () => tests(["test/platforms/**/*.test.ts"], [], 1) },
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

/** Runs test files, each in a process of its own. A pattern that finds nothing is a failure, not a silent success. */
async function tests(patterns: readonly string[], except: readonly string[] = [], concurrency = 2): Promise<Tally> {
  const files = patterns.flatMap((pattern) => globSync(pattern)).filter((file) => !except.includes(file));
  if (files.length === 0) {
    console.log(`No test file matches ${patterns.join(", ")}`);
    return { passed: 0, failed: 1 };
  }
  const tally: Tally = { passed: 0, failed: 0 };
  const stream = run({ files: files.sort(), concurrency });
  stream.on("test:pass", ({ details, skip, todo, name, file }) => {
    if (details.type === "suite") return;
    if (skip !== undefined || todo !== undefined) {
      console.log(`skipped: ${name} (${file}): ${skip ?? todo}`);
      return;
    }
    tally.passed++;
  });
  stream.on("test:fail", ({ name, file, details }) => {
    // A suite fails because of a test in it, which is counted and shown by itself.
    if (details.type === "suite" && details.error.message.includes("subtest")) return;
    tally.failed++;
    console.log(`\nFAILED ${name}\n  in ${file}\n${indent(describe(details.error))}`);
  });
  stream.on("test:stderr", ({ message }) => process.stderr.write(message));
  for await (const _ of stream) {
    // Reading to the end is what drives the run; the events above do the work.
  }
  return tally;
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}
