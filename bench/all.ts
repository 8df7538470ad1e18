/**
 * Runs every bench in a process of its own: `npm run bench -- all [name …] --json` writes `docs/measurements/bench.json`, with
 * the machine's state, the date and the commit of each, and the README's table from it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { type Measured, writeLastFigures } from "./machine/last-figures.ts";
import { commit, machineState } from "./machine/machine-state.ts";
import { writeReadme } from "./readme/write-readme.ts";
import type { BenchOptions } from "./run.ts";

const root = join(import.meta.dirname, "..");
/** This file, the runner, and a part of `store`. */
const NOT_BENCHES = ["all", "run", "store-postgres"];

export async function run({ json, full, seconds, only }: BenchOptions): Promise<Record<string, unknown>> {
  const known = globSync("*.ts", { cwd: import.meta.dirname }).map((path) => basename(path, ".ts"));
  const names = known
    .filter((name) => !NOT_BENCHES.includes(name) && (only.length === 0 || only.includes(name)))
    .sort();
  const options = [...(full ? ["--full"] : []), ...(seconds === undefined ? [] : ["--seconds", String(seconds)])];
  // Before the first bench writes anything.
  const ofCommit = commit(root);
  const measured: Record<string, Measured> = {};
  for (const name of names) {
    const begun = { date: new Date().toISOString(), commit: ofCommit, machine: machineState() };
    const figures = await measure(name, options);
    if (figures === undefined) continue;
    measured[name] = { ...begun, figures };
    if (!json) continue;
    // What was found is kept, also if a later bench is stopped.
    console.log(`Wrote ${writeLastFigures({ [name]: measured[name] })}.`);
    writeReadme();
  }
  return measured;
}

/** The figures of a bench; `undefined` if it failed: then the others go on. */
async function measure(name: string, options: readonly string[]): Promise<object | undefined> {
  console.log(`bench: ${name}`);
  const words = ["--expose-gc", join(import.meta.dirname, "run.ts"), name, "--json", ...options];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as object;
  console.error(`bench: ${name} failed: it ended with code ${code}`);
  return undefined;
}
