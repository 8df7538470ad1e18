import "./compile-here.ts";
import { inspect } from "node:util";
import { DoubletakeError, didYouMean, VERSION } from "../operators.ts";
import { Refusal, UsageError } from "./cli-errors.ts";
import type { CommandSpec } from "./command-spec.ts";
import { COMMANDS } from "./commands/index.ts";
import { execute } from "./execute.ts";
import { ownTerminal, type Terminal } from "./terminal/terminal.ts";

/** Runs the command line of this process. */
export async function runHere(): Promise<void> {
  const words = process.argv.slice(2);
  const isServer = words[0] === "serve";
  process.exitCode = await runCommand(words, ownTerminal(isServer));
  // Game servers leave threads and sockets behind. After any other command nothing is left, and the process ends by itself.
  if (isServer) process.exit();
}

/** Runs a command and resolves with the exit code. Never rejects. */
export async function runCommand([name, ...words]: readonly string[], terminal: Terminal): Promise<number> {
  const say = (text: string): number => {
    terminal.out.write(`${text}\n`);
    return 0;
  };
  try {
    if (name === "--version" || name === "-v") return say(VERSION);
    const isHelp = name === undefined || name === "help" || name === "--help" || name === "-h";
    if (!isHelp) return await execute(commandNamed(name), words, terminal);
    return words[0] === undefined ? say(helpText()) : await execute(commandNamed(words[0]), ["--help"], terminal);
  } catch (error) {
    return complain(error, terminal);
  }
}

function commandNamed(typed: string): CommandSpec {
  const command = COMMANDS.find(({ name }) => name === typed);
  if (command !== undefined) return command;
  const names = COMMANDS.map(({ name }) => name);
  throw new UsageError(`There is no command "${typed}"${didYouMean(typed, names)}. See: doubletake --help`);
}

/** An expected failure is shown as one sentence. Anything else is our bug, and keeps its stack trace. */
function complain(error: unknown, { err }: Terminal): number {
  const isExpected = error instanceof UsageError || error instanceof Refusal || error instanceof DoubletakeError;
  err.write(`${isExpected ? error.message : inspect(error)}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function helpText(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "Usage: doubletake <command> [options]",
    "",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Options of a command: doubletake <command> --help",
  ].join("\n");
}
