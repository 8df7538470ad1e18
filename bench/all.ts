/**
 * Runs every bench in a process of its own: `npm run bench -- all [name …] --json` writes `docs/measurements/bench.json`, with
 * the machine's state, the date and the commit, so that figures of different days can be compared.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commit, machineState } from "./machine/machine-state.ts";
import type { BenchOptions } from "./run.ts";

const root = join(import.meta.dirname, "..");
const FILE = join(root, "docs", "measurements", "bench.json");
/** This file, the runner, and a part of `store`. */
const NOT_BENCHES = ["all", "run", "store-postgres"];

export async function run({ json, full, seconds, only }: BenchOptions): Promise<Record<string, unknown>> {
  const known = globSync("*.ts", { cwd: import.meta.dirname }).map((path) => basename(path, ".ts"));
  const names = known
    .filter((name) => !NOT_BENCHES.includes(name) && (only.length === 0 || only.includes(name)))
    .sort();
  const options = [...(full ? ["--full"] : []), ...(seconds === undefined ? [] : ["--seconds", String(seconds)])];
  const begun = { date: new Date().toISOString(), commit: commit(root), machine: machineState() };
  const benches: Record<string, unknown> = {};
  for (const name of names) benches[name] = { date: new Date().toISOString(), ...(await measure(name, options)) };
  const machineAfter = machineState();
  const { loadAverage, stolenMs } = machineAfter;
  const figures = { ...begun, machineAfter: { loadAverage, stolenMs }, benches };
  if (json) write(figures, only);
  return figures;
}

/** The figures of benches that were left out this time stay, with their commit. */
function write(figures: Awaited<ReturnType<typeof run>>, only: readonly string[]): void {
  const before = only.length === 0 ? {} : readBefore();
  const benches = { ...before, ...(figures.benches as Record<string, unknown>) };
  writeFileSync(FILE, `${JSON.stringify({ ...figures, benches }, undefined, 2)}\n`);
  console.log(`Wrote ${FILE}.`);
}

function readBefore(): Record<string, unknown> {
  try {
    const { commit: of, benches } = JSON.parse(readFileSync(FILE, "utf8")) as { commit: string; benches: object };
    return Object.fromEntries(Object.entries(benches).map(([name, bench]) => [name, { commit: of, ...bench }]));
  } catch {
    return {};
  }
}

/** A failed bench is reported as failed, and the others go on. */
async function measure(name: string, options: readonly string[]): Promise<Record<string, unknown>> {
  console.log(`bench: ${name}`);
  const words = ["--expose-gc", join(import.meta.dirname, "run.ts"), name, "--json", ...options];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  const last = out.trimEnd().split("\n").at(-1) ?? "";
  return code === 0 ? { figures: JSON.parse(last) as unknown } : { failed: `it ended with code ${code}` };
}
