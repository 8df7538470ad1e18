import { join } from "node:path";
import { run } from "node:test";

const TOGETHER = join(import.meta.dirname, "together.ts");
/** As in src/cli/compile-here.ts: without it, Node may hang at exit. Forked processes inherit it. */
const COMPILE_HERE = ["--no-concurrent-sparkplug"];
export interface Tally {
  passed: number;
  failed: number;
}

export interface Grouping {
  /** The number of processes that the files are dealt out to in turn. */
  readonly groups: number;
  /** How many of these processes run at the same time: one for each processor, unless something else runs beside them. */
  readonly atOnce: number;
  /** A group that hangs, for example because its server never ends, fails after this time. */
  readonly timeoutMs: number;
}

/** Runs test files in groups, each group in a process of its own. */
export async function runFiles(files: readonly string[], { groups, atOnce, timeoutMs }: Grouping): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0 };
  const waiting = divided([...files].sort(), groups);
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      await runGroup(group, timeoutMs, tally);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tally;
}

function divided(files: readonly string[], groups: number): string[][] {
  const count = Math.min(groups, files.length);
  return Array.from({ length: count }, (_, group) => files.filter((_file, at) => at % count === group));
}

async function runGroup(files: string[], timeout: number, tally: Tally): Promise<void> {
  const stream = run({ files: [TOGETHER], argv: files, timeout, execArgv: COMPILE_HERE });
  stream.on("test:pass", ({ details, skip, todo, name, file }) => {
    if (details.type === "suite") return;
    if (skip === undefined && todo === undefined) tally.passed++;
    else console.log(`skipped: ${name} (${file}): ${skip ?? todo}`);
  });
  stream.on("test:fail", ({ name, file, details }) => {
    // A suite fails because of a test in it, which is counted and shown itself.
    if (details.error.message.includes("subtest")) return;
    tally.failed++;
    const where = file === undefined || file === TOGETHER ? files.join(", ") : file;
    console.log(`\nFAILED ${name}\n  in ${where}\n${indent(describe(details.error))}`);
  });
  stream.on("test:stderr", ({ message }) => process.stderr.write(message));
  for await (const _ of stream) {
    // Reading to the end drives the run; the events above do the work.
  }
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}
