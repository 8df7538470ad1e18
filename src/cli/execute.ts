import { parseArgs } from "node:util";
import { didYouMean } from "../operators.ts";
import { UsageError } from "./cli-errors.ts";
import type { CommandSpec } from "./command-spec.ts";
import { helpText, optionsOf, usageLine } from "./help-text.ts";
import { readSetup } from "./setup.ts";
import { Output } from "./terminal/output.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Reads the typed words by the command's declaration, and runs it. Resolves with the exit code. */
export async function execute(spec: CommandSpec, typed: readonly string[], terminal: Terminal): Promise<number> {
  const { words, options } = parse(spec, typed);
  if (options.help !== undefined) {
    terminal.out.write(`${helpText(spec)}\n`);
    return 0;
  }
  checkWords(spec, words);
  checkRequired(spec, options);
  const output = new Output(options.json !== undefined, terminal);
  return spec.run({
    words,
    options,
    output,
    terminal,
    nowMs: Date.now(),
    readSetup: () => readSetup(options.dir, (text) => output.say(text), options.database),
  });
}

function parse(spec: CommandSpec, typed: readonly string[]) {
  const known = optionsOf(spec);
  const shapes = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? "boolean" : "string" } as const,
    ]),
  );
  const { values, positionals } = readWords(spec, Object.keys(known), () =>
    parseArgs({
      args: [...typed],
      options: { ...shapes, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    }),
  );
  const options: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(values)) {
    options[name] = String(value);
    checkChoice(`--${name}`, String(value), known[name]?.choices);
  }
  return { words: positionals, options };
}

function readWords<T>({ name }: CommandSpec, known: readonly string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\. |\n/);
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1] ?? "";
    throw new UsageError(`${sentence.replace(/\.$/, "")}${didYouMean(unknown, known)}. See: doubletake ${name} --help`);
  }
}

function checkWords(spec: CommandSpec, words: readonly string[]): void {
  const missing = spec.words.find(({ isOptional }, at) => !isOptional && at >= words.length);
  const extra = words[spec.words.length];
  const problem = missing ? `<${missing.name}> is missing.` : extra !== undefined && `Unexpected word "${extra}".`;
  if (problem) throw new UsageError(`${problem} Usage: ${usageLine(spec)}`);
  for (const [at, word] of words.entries()) checkChoice(`<${spec.words[at]!.name}>`, word, spec.words[at]!.choices);
}

function checkRequired({ name, options: known }: CommandSpec, given: Readonly<Record<string, unknown>>): void {
  for (const [option, { isRequired, value }] of Object.entries(known)) {
    if (isRequired && given[option] === undefined)
      throw new UsageError(`--${option} ${value} is missing. See: doubletake ${name} --help`);
  }
}

function checkChoice(what: string, value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new UsageError(`${what} must be one of ${choices.join(", ")}, not "${value}"${didYouMean(value, choices)}.`);
}
