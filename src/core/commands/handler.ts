import type { PlainMessageKey } from "../messages/message-keys.ts";
import type { Caller, Player, Subcommand } from "../platform.ts";
import type { CommandContext } from "./command-context.ts";

/** What a command has to work with when it runs. */
export interface CommandCall {
  readonly context: CommandContext;
  readonly caller: Caller;
  /** Present when the caller is a player. */
  readonly player: Player | undefined;
  /** The usage line, for answers to bad input. */
  readonly usage: string;
  /** The arguments by the names of their parameters; an argument that was left out is missing. */
  readonly args: ReadonlyMap<string, string>;
  /** Everything that the caller may use, with its usage line. */
  readonly available: readonly AvailableCommand[];
}

export interface AvailableCommand {
  readonly usage: string;
  readonly about: PlainMessageKey;
}

/** One command: its declaration, and what it does. One file each. */
export interface CommandHandler extends Subcommand {
  /** What help says about it. */
  readonly about: PlainMessageKey;
  /** May be slow: questions to the store are awaited while the game goes on. */
  run(call: CommandCall): void | Promise<void>;
}

export function isPlayer(caller: Caller): caller is Player {
  return "place" in caller && "id" in caller;
}

export function mayUse(caller: Caller, { permission, alsoFor = [] }: Subcommand): boolean {
  return [permission, ...alsoFor].some((needed) => caller.hasPermission(needed));
}

/** The number that was given for an integer parameter. */
export function numberOf({ args }: CommandCall, name: string, otherwise: number): number {
  return Number(args.get(name) ?? otherwise);
}

export function sendAll({ caller }: CommandCall, lines: readonly string[]): void {
  for (const line of lines) caller.send(line);
}
