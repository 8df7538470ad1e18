import "./compile-here.ts";
import { inspect } from "node:util";
import { DoubletakeError, VERSION } from "../operators.ts";
import { type CliCommand, UsageError } from "./command.ts";
import { operatorCommands } from "./commands/index.ts";
import { serveCommand } from "./serve.ts";
import { ownTerminal, type Terminal } from "./terminal/terminal.ts";

/** The commands, in the order in which they are listed. */
const COMMANDS: Readonly<Record<string, CliCommand>> = {
  serve: serveCommand,
  ...operatorCommands(["serve"]),
};

/** Runs the command line of this process. */
export async function runHere(): Promise<void> {
  const words = process.argv.slice(2);
  process.exitCode = await runCommand(words, ownTerminal());
  // Game servers leave threads and sockets behind. After any other command nothing is left, and the process ends by itself.
  if (words[0] === "serve") process.exit();
}

/** Runs a command and resolves with the exit code. Never rejects. */
export async function runCommand([name, ...words]: readonly string[], terminal: Terminal): Promise<number> {
  const say = (text: string): number => {
    terminal.out.write(`${text}\n`);
    return 0;
  };
  try {
    if (name === "--version") return say(VERSION);
    if (name === undefined || name === "help" || name === "--help" || name === "-h") return say(helpText());
    const command = COMMANDS[name];
    if (command === undefined) throw new UsageError(`There is no command "${name}". See: doubletake --help`);
    return await command.run(words, terminal);
  } catch (error) {
    return complain(error, terminal);
  }
}

/** An expected failure is shown as one sentence. Anything else is our bug, and keeps its stack trace. */
function complain(error: unknown, { err }: Terminal): number {
  const isExpected = error instanceof UsageError || error instanceof DoubletakeError;
  err.write(`${isExpected ? error.message : inspect(error)}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function helpText(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "Usage: doubletake <command> [options]",
    "",
    ...lines,
    "",
    "Options of a command: doubletake <command> --help",
  ].join("\n");
}
