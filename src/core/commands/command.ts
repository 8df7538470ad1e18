import type { Caller, Permission } from "../platform.ts";

/** Everything a platform has to offer to its players, and how to run and complete it. */
export interface CommandSet {
  readonly roots: readonly CommandRoot[];
  /**
   * Runs a command. `words` are what follows the root; one that holds spaces may come whole, or in pieces between double
   * quotes. Never throws; answers go to the caller.
   */
  run(root: string, caller: Caller, words: readonly string[]): void;
  /** What the last of `words` may become. Empty for callers without the permission. */
  complete(root: string, caller: Caller, words: readonly string[]): Promise<string[]>;
}

/** `/doubletake` or `/dttest`. */
export interface CommandRoot {
  readonly name: string;
  readonly aliases: readonly string[];
  /** English; for platforms that announce commands with a description. */
  readonly description: string;
  /** A caller with any of these sees the command. */
  readonly permissions: readonly Permission[];
  readonly subcommands: readonly Subcommand[];
}

export interface Subcommand {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly permission: Permission;
  /** Callers with any of these may use it as well. */
  readonly alsoFor?: readonly Permission[];
}

/** One argument, declared so that a platform can offer it with its own means. */
export interface Parameter {
  readonly name: string;
  /**
   * `integer` and `case-number` are 1 or more. A `player` may be offline, and a name with spaces stands in double quotes; an
   * `item-id` may be the beginning of one.
   */
  readonly kind: "word" | "integer" | "player" | "item-id" | "choice" | "case-number";
  readonly isOptional: boolean;
  /** For `choice`: the words that are allowed. */
  readonly choices: readonly string[];
}
