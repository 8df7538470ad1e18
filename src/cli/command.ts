import type { Terminal } from "./terminal/terminal.ts";

/** One subcommand of `doubletake`. */
export interface CliCommand {
  /** One line for `doubletake --help`. */
  readonly summary: string;
  /** Runs the command and resolves with the process's exit code. Throws `UsageError` for words that make no sense. */
  run(words: readonly string[], terminal: Terminal): Promise<number>;
}

/** The command was refused: nothing was found, or it was not done. The message says why. Exit code 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The typed words make no sense. The message says why, and what to do. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
