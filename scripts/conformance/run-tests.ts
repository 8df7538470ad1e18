import { run } from "node:test";
import { NOT_LOADED } from "../testing/not-loaded.ts";

/** The outcome of a file's tests. Only `failed` shows that they notice the change. */
interface TestRun {
  readonly outcome: "failed" | "green" | "no test matched" | "not loaded" | "timed out" | "names what is not there";
  readonly failed: readonly string[];
  /** The message of the first failure, in one line. */
  readonly why: string;
}

/** For one file. No test depends on it; it only ends tests that hang. */
const TIMEOUT_MS = 300_000;
const LONGEST_LINE = 100;
/** In stories by real clients each test continues the one before. Such a file is run whole, and only the named tests count. */
const isStory = (file: string) => file.startsWith("test/platforms/");

/** Runs tests of a file by name, in a copy of the project. With `toTheEnd` it does not stop at the first failure. */
export async function runTests(
  copy: string,
  file: string,
  names: readonly string[],
  { toTheEnd = false } = {},
): Promise<TestRun> {
  const wanted = names.map(asPattern);
  const isWanted = (name: string, type: string | undefined) =>
    type !== "suite" && wanted.some((pattern) => pattern.test(name));
  const failed: string[] = [];
  const ending = new AbortController();
  let [ran, why] = [0, ""];
  let otherwise: TestRun["outcome"] | undefined;
  const stream = run({
    cwd: copy,
    files: [`${copy}/scripts/testing/together.ts`],
    argv: [`${copy}/${file}`],
    testNamePatterns: isStory(file) ? undefined : wanted,
    timeout: TIMEOUT_MS,
    execArgv: ["--no-concurrent-sparkplug"],
    signal: ending.signal,
  });
  stream.on("test:pass", ({ name, details, skip }) => {
    if (skip === undefined && isWanted(name, details.type)) ran++;
  });
  stream.on("test:fail", ({ name, details: { error, type } }) => {
    const cause = error.cause instanceof Error ? error.cause : error;
    if (!isWanted(name, type)) {
      if (/timed out/.test(error.message)) otherwise ??= "timed out";
      return;
    }
    ran++;
    if (cause.name === "ReferenceError" || /is not a function/.test(cause.message))
      otherwise = "names what is not there";
    failed.push(name);
    why ||= cause.message.trim().split("\n")[0]!.slice(0, LONGEST_LINE);
    if (!toTheEnd) ending.abort();
  });
  stream.on("test:stderr", ({ message }) => {
    if (message.startsWith(NOT_LOADED)) otherwise ??= "not loaded";
  });
  for await (const _ of stream) {
    // Reading to the end drives the run; the events above do the work.
  }
  if (otherwise === "names what is not there") return { outcome: otherwise, failed, why };
  if (failed.length > 0) return { outcome: "failed", failed, why };
  return { outcome: otherwise ?? (ran === 0 ? "no test matched" : "green"), failed, why };
}

/** A `${}` in a name matches anything, because it is filled in when the test is made. */
function asPattern(name: string): RegExp {
  const parts = name.split(/\$\{[^}]*\}/).map((part) => part.replace(/[^\w\s]/g, "\\$&"));
  return new RegExp(`(^| )${parts.join(".*")}$`);
}
