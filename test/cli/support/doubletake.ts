import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runCommand } from "../../../src/cli/run.ts";

/** Strips the types off our source once, instead of in each of a hundred processes. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "doubletake-compile-cache") };
/** No command of the tests takes this long. A command that hangs is ended, so that the test that waits for it can say so. */
const AT_MOST_MS = 120_000;
export const MAIN = join(import.meta.dirname, "../../../src/cli/main.ts");

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process: a hundred processes would spend most of their time on starting. */
export async function doubletake(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(out), text(err)]);
  const terminal = { out, err, input: Readable.from([]), environment: { ...process.env, ...environment } };
  const code = await runCommand(words, terminal);
  out.end();
  err.end();
  const [answer, notes] = await said;
  return { code, out: answer, err: notes };
}

/** Runs the command as an operator would, in a process of its own. */
export function doubletakeProcess(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...words], {
      env: { ...process.env, ...COMPILED, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: AT_MOST_MS,
      killSignal: "SIGKILL",
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (signal === null) resolve({ code: code ?? -1, out, err });
      else reject(new Error(`doubletake ${words.join(" ")} was ended by ${signal}: ${out}${err}`));
    });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a test says by itself which shape it expects.
type Json = any;

/** The same with `--json`. Returns the parsed answer. */
export async function doubletakeJson(
  words: readonly string[],
): Promise<{ readonly code: number; readonly value: Json }> {
  const { code, out, err } = await doubletake([...words, "--json"]);
  if (out === "") throw new Error(`no answer: ${err}`);
  return { code, value: JSON.parse(out) };
}

/** What `verify` finds wrong. */
export async function brokenRules(folder: string): Promise<Json[]> {
  const { value } = await doubletakeJson(["verify", "--dir", folder]);
  return value.checks.filter(({ problems }: { problems: number }) => problems > 0);
}
