import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { type Grouping, runFiles, runFilesAgain, type Tally } from "./run-files.ts";

/** One line of the summary. */
export interface Part {
  readonly name: string;
  readonly run: () => Tally | Promise<Tally>;
}

/** What is over in a minute, and needs no database and no game server. */
export function fastParts(timeoutMs: number): Part[] {
  return [
    { name: "format and lint", run: () => command("biome", ["ci", "--colors=off"]) },
    { name: "types", run: () => command("tsc", ["--noEmit"]) },
    { name: "import directions", run: () => tests(["test/imports.test.ts"], { timeoutMs }) },
    { name: "unit", run: () => tests(unit(), { timeoutMs, groups: 4 }) },
  ];
}

/** What starts databases and game servers, or writes to real files. `run` runs the files of real game servers. */
export function slowParts(timeoutMs: number, run = runFilesAgain): Part[] {
  const ofServer = (name: string) => globSync(`test/platforms/${name}/**/*.test.ts`);
  return [
    { name: "unit, store", run: () => tests(units().filter(isStore), { timeoutMs, groups: 4 }) },
    { name: "integration", run: () => tests(integration(), { timeoutMs, groups: 8 }) },
    { name: "flying-squid", run: () => tests(ofServer("flying-squid"), { timeoutMs, groups: 2 }, run) },
    { name: "serenity", run: () => tests(ofServer("serenity"), { timeoutMs, groups: 6 }, run) },
  ];
}

/** Where there is no file, something is wrong with the patterns: a failure, not a silent success. */
export async function tests(
  files: readonly string[],
  grouping: Partial<Grouping> & Pick<Grouping, "timeoutMs">,
  run = runFiles,
): Promise<Tally> {
  if (files.length > 0) return run(files, { groups: 1, ...grouping });
  console.log("No test file was found");
  return { passed: 0, failed: 1 };
}

const units = () => globSync("src/**/*.test.ts");
const isStore = (file: string) => file.startsWith("src/storage/");

function unit(): string[] {
  return units().filter((file) => !isStore(file));
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
