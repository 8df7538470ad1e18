import type { Setup } from "./setup.ts";
import type { Output } from "./terminal/output.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** One option of a command, beside those that all have. */
export interface OptionSpec {
  /** What stands for its value in the help, e.g. `<id>`; absent for a switch. */
  readonly value?: string;
  readonly about: string;
  /** For completion, and to refuse everything else. */
  readonly choices?: readonly string[];
}

/** A command, declared: parsing, help and completion are made from it. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** The words after the name, e.g. `<id>`; `[...]` for those that may be left out. */
  readonly words: readonly WordSpec[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** More than the summary says, in whole sentences. */
  readonly about: string;
  readonly example: string;
  /** True where it prints data: it then has `--json`. */
  readonly hasJson: boolean;
  /** True where it only reads the store: it then has `--database`. */
  readonly isReader?: true;
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
  /** Throws `Refusal` where there is no Doubletake. */
  setup(): Setup;
}
