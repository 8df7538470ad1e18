// npm run bench -- <name> [--json]: measures one part against a named baseline in the same run; `all` runs every bench.
import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { BenchFailed } from "./server/bench-failed.ts";

/** The options of `run`, which every file of this folder exports. */
export interface BenchOptions {
  /** True if the caller wants machine-readable figures; readable lines then go to standard error. */
  readonly json: boolean;
  /** True to run the long variants. */
  readonly full: boolean;
  /** How long each run of a real server is measured; by default the bench decides. */
  readonly seconds: number | undefined;
  /** Only these benches; empty means all. */
  readonly only: readonly string[];
}

const HELP = `
  all [name…]  every bench, or these, each in a process of its own; with --json also into docs/measurements/bench.json
  --json       one JSON object on the last line of standard output; everything else goes to standard error
  --full       takes the time for the long variants
  --seconds N  how long each run of a real server (serenity, flying-squid) is measured; 60 when left out`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    seconds: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
const [name = "", ...only] = positionals;
const file = join(import.meta.dirname, `${name}.ts`);
const isKnown = /^[a-z][a-z-]*$/.test(name) && name !== "run" && existsSync(file);
if (!isKnown || values.help || (seconds !== undefined && !(seconds > 0))) {
  const names = globSync("*.ts", { cwd: import.meta.dirname }).map((path) => basename(path, ".ts"));
  const known = names.filter((known) => known !== "run").join("|");
  console.error(`Usage: npm run bench -- <${known}> [--json] [--full] [--seconds N]\n${HELP}`);
  process.exit(values.help ? 0 : 2);
}
if (values.json) console.log = console.error;
const { run } = (await import(file)) as { run(options: BenchOptions): Promise<Record<string, unknown>> };
const figures = await run({ json: values.json, full: values.full, seconds, only }).catch((error: unknown) => {
  console.error(error instanceof BenchFailed ? error.message : error);
  process.exit(1);
});
if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
else console.table(flatten(figures));

function flatten(value: Record<string, unknown>, path = ""): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null && !(Array.isArray(inner) && typeof inner[0] !== "object")
      ? Object.entries(flatten(inner as Record<string, unknown>, `${path}${key}.`))
      : [[path + key, inner]],
  );
  return Object.fromEntries(entries);
}
