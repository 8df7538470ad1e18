import { parseArgs } from "node:util";
import { type CliCommand, Refusal, UsageError } from "./command.ts";
import type { Call, CommandSpec } from "./command-spec.ts";
import { helpText, optionsOf, usageLine } from "./help-text.ts";
import { readSetup } from "./setup.ts";
import { Output } from "./terminal/output.ts";

export function defineCommand(spec: CommandSpec): CliCommand {
  return {
    summary: spec.summary,
    async run(typed, terminal) {
      const { words, options } = parse(spec, typed);
      if (options.help !== undefined) {
        terminal.out.write(`${helpText(spec)}\n`);
        return 0;
      }
      checkWords(spec, words);
      const output = new Output(options.json !== undefined, terminal);
      const call: Call = {
        words,
        options,
        output,
        terminal,
        nowMs: Date.now(),
        readSetup: () => readSetup(options.dir, (text) => output.say(text), options.database),
      };
      return runGuarded(spec, call);
    },
  };
}

async function runGuarded(spec: CommandSpec, call: Call): Promise<number> {
  try {
    return await spec.run(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    call.output.say(error.message);
    return 1;
  }
}

function parse(spec: CommandSpec, typed: readonly string[]) {
  const known = optionsOf(spec);
  const shapes = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? "boolean" : "string" } as const,
    ]),
  );
  const { values, positionals } = readWords(spec, () =>
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

function readWords<T>({ name }: CommandSpec, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, "")}. See: doubletake ${name} --help`);
  }
}

function checkWords(spec: CommandSpec, words: readonly string[]): void {
  const least = spec.words.filter(({ isOptional }) => !isOptional).length;
  if (words.length < least || words.length > spec.words.length) {
    throw new UsageError(`Usage: ${usageLine(spec)}\nSee: doubletake ${spec.name} --help`);
  }
  for (const [at, word] of words.entries()) checkChoice(spec.words[at]?.name ?? "", word, spec.words[at]?.choices);
}

function checkChoice(what: string, value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new UsageError(`${what} is one of ${choices.join(", ")}, not "${value}".`);
}
