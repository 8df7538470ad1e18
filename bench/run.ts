// npm run bench -- <name> [--json]: measures one part against a named baseline in the same run.
import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

/** What every file of this folder exports as `run`. */
export interface BenchOptions {
  /** The caller wants machine-readable figures; readable lines go to standard error meanwhile. */
  readonly json: boolean;
  /** Take the time for the long variants. */
  readonly full: boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, full: { type: "boolean", default: false } },
});
const [name = ""] = positionals;
const file = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z][a-z-]*$/.test(name) || name === "run" || !existsSync(file)) {
  const names = globSync("*.ts", { cwd: import.meta.dirname }).map((path) => basename(path, ".ts"));
  console.error(`Usage: npm run bench -- <${names.filter((known) => known !== "run").join("|")}> [--json] [--full]`);
  process.exit(2);
}
if (values.json) console.log = console.error;
const { run } = (await import(file)) as { run(options: BenchOptions): Promise<Record<string, unknown>> };
const figures = await run({ json: values.json, full: values.full });
if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
else console.table(flatten(figures));

function flatten(value: Record<string, unknown>, path = ""): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.entries(flatten(inner as Record<string, unknown>, `${path}${key}.`))
      : [[path + key, inner]],
  );
  return Object.fromEntries(entries);
}
