import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { type Grouping, runFiles, type Tally } from "./run-files.ts";

/** One line of the summary. */
export interface Part {
  readonly name: string;
  /** The test files of this part; absent if it is a tool, or if they are not known. */
  readonly files?: readonly string[];
  readonly run: () => Tally | Promise<Tally>;
}

/** Tests of the file tree that belong to the fast part. */
const QUICK = ["imports", "text-placeholders"].map((name) => join("test", `${name}.test.ts`));
/** The gate is made for two processors. */
const PROCESSORS = 2;

/** The parts that take about a minute, and need no database and no game server. */
export function fastParts(timeoutMs: number): Part[] {
  return [
    { name: "format and lint", run: () => command("biome", ["ci", "--colors=off"]) },
    { name: "types", run: () => command("tsc", ["--noEmit"]) },
    { name: "import directions, types of texts", run: () => tests(QUICK, { timeoutMs }) },
    { name: "unit", run: () => tests(unit(), { timeoutMs, groups: 2 }) },
  ];
}

/**
 * The parts that start databases and game servers, in rows that run side by side, because servers and their clients mostly wait
 * for each other.
 */
export function slowRows(timeoutMs: number): Part[][] {
  const part = (name: string, files: readonly string[], groups: number, atOnce = 1): Part => ({
    name,
    files,
    run: () => tests(files, { timeoutMs, groups, atOnce }),
  });
  const servers = (name: string) => globSync(`test/platforms/${name}/**/*.test.ts`);
  return [
    [part("serenity", servers("serenity"), 4, 2)],
    [
      part("flying-squid", servers("flying-squid"), 2),
      part("unit, store", units().filter(isStore), 2),
      part("simulator", globSync("test/simulator/*.test.ts"), 1),
    ],
    [part("integration", integration(), 4)],
  ];
}

/** If there are no files, the patterns are wrong: that is a failure, not a silent success. */
export async function tests(
  files: readonly string[],
  grouping: Partial<Grouping> & Pick<Grouping, "timeoutMs">,
): Promise<Tally> {
  if (files.length > 0) return runFiles(files, { groups: 1, atOnce: PROCESSORS, ...grouping });
  console.log("No test file was found");
  return { passed: 0, failed: 1 };
}

const units = () => globSync("src/**/*.test.ts");
const isStore = (file: string) => file.startsWith("src/storage/");

function unit(): string[] {
  return units().filter((file) => !isStore(file));
}

function integration(): string[] {
  const files = globSync(["test/*.test.ts", "test/!(platforms|simulator)/**/*.test.ts"]);
  return files.filter((file) => !QUICK.includes(file));
}

/** A tool counts as one test. Its output is shown only if it fails. */
function command(name: string, words: readonly string[]): Tally {
  const { status, stdout, stderr, error } = spawnSync(name, words, {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status === 0) return { passed: 1, failed: 0 };
  console.log(error ? String(error) : stdout + stderr);
  return { passed: 0, failed: 1 };
}
