import "./compile-here.ts";
import { DoubletakeError, VERSION } from "../operators.ts";
import { type CliCommand, UsageError } from "./command.ts";
import { operatorCommands } from "./commands/index.ts";
import { serveCommand } from "./serve.ts";

/** The commands, in the order in which they are listed. */
const COMMANDS: Readonly<Record<string, CliCommand>> = {
  serve: serveCommand,
  ...operatorCommands(["serve"]),
};

const words = process.argv.slice(2);
process.exitCode = await main(words);
// Game servers leave threads and sockets behind; after any other command there is nothing left, and the process ends.
if (words[0] === "serve") process.exit();

async function main([name, ...words]: readonly string[]): Promise<number> {
  try {
    if (name === "--version") return say(VERSION);
    if (name === undefined || name === "help" || name === "--help" || name === "-h") return say(helpText());
    const command = COMMANDS[name];
    if (command === undefined) throw new UsageError(`There is no command "${name}". See: doubletake --help`);
    return await command.run(words);
  } catch (error) {
    return complain(error);
  }
}

function say(text: string): number {
  console.log(text);
  return 0;
}

/** Expected failures are one sentence; anything else is ours to mend, and keeps its trace. */
function complain(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  console.error(error instanceof DoubletakeError ? error.message : error);
  return 1;
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
