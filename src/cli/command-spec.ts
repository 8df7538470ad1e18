import type { Setup } from "./setup.ts";
import type { Output } from "./terminal/output.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** One option of a command. It replaces a common option of the same name. */
export interface OptionSpec {
  /** Placeholder for the value in the help, e.g. `<id>`; absent for a switch. */
  readonly value?: string;
  readonly about: string;
  readonly isRequired?: true;
  /** The only values allowed, also used for completion. */
  readonly choices?: readonly string[];
}

/** The declaration of a command, from which parsing, help and completion are made. */
export interface CommandSpec {
  readonly name: string;
  /** One line for `doubletake --help`. */
  readonly summary: string;
  /** The words after the command's name. */
  readonly words: readonly WordSpec[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** More than the summary says, in whole sentences. */
  readonly about: string;
  readonly example: string;
  /** True if it prints data. It then has `--json`. */
  readonly hasJson: boolean;
  /** True if it only reads the store. It then has `--database`. */
  readonly isReader?: true;
  /** Resolves with the process's exit code. */
  run(call: Call): Promise<number>;
}

interface WordSpec {
  readonly name: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
}

/** What was typed, checked against the spec. */
export interface Call {
  readonly words: readonly string[];
  /** Values of options by name; a switch that was given is `"true"`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly nowMs: number;
  /** Finds the plugin folder and reads its settings. Throws `Refusal` if there is none. */
  readSetup(): Setup;
}
