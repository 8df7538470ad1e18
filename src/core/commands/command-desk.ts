import type { Doubletake } from "../doubletake.ts";
import type { Caller, Permission } from "../platform.ts";
import type { CommandRoot, CommandSet, Parameter } from "./command.ts";
import { giveCommand } from "./give.ts";
import { type CommandHandler, isPlayer } from "./handler.ts";
import { historyOfHeldItemCommand } from "./history-of-held-item.ts";
import { uuidCommand } from "./uuid.ts";

interface Root extends CommandRoot {
  readonly subcommands: readonly CommandHandler[];
}

const ROOTS: readonly Root[] = [
  {
    name: "dttest",
    aliases: [],
    description: "Shows the hidden id and the history of the item in your hand",
    permissions: ["doubletake.test"],
    subcommands: [uuidCommand, historyOfHeldItemCommand, giveCommand],
  },
];

/** Reads what was typed, checks who typed it, and runs the command. */
export class CommandDesk implements CommandSet {
  readonly roots = ROOTS;
  readonly #doubletake: Doubletake;

  constructor(doubletake: Doubletake) {
    this.#doubletake = doubletake;
  }

  run(rootName: string, caller: Caller, words: readonly string[]): void {
    const { log, messages } = this.#doubletake;
    this.#run(rootName, caller, words)
      .catch((error: unknown) => {
        log.error(`/${rootName} ${words.join(" ")} failed: ${textOf(error)}`);
        caller.send(messages.text("commands.failed", {}));
      })
      // Who asked may have left before the answer came: that must not end the game server.
      .catch((error: unknown) => log.warn(`The answer to /${rootName} did not reach ${caller.name}: ${textOf(error)}`));
  }

  async complete(rootName: string, caller: Caller, words: readonly string[]): Promise<string[]> {
    const root = this.#root(rootName);
    if (root === undefined || !mayUse(caller, root.permissions)) return [];
    const [name = "", ...args] = words;
    const allowed = root.subcommands.filter(({ permission }) => caller.hasPermission(permission));
    if (words.length <= 1)
      return startingWith(
        name,
        allowed.map((subcommand) => subcommand.name),
      );
    const parameter = allowed.find((subcommand) => subcommand.name === name.toLowerCase())?.parameters[args.length - 1];
    return parameter === undefined ? [] : startingWith(args.at(-1) ?? "", this.#valuesOf(parameter));
  }

  async #run(rootName: string, caller: Caller, words: readonly string[]): Promise<void> {
    const { messages } = this.#doubletake;
    const root = this.#root(rootName);
    if (root === undefined || !mayUse(caller, root.permissions)) {
      caller.send(messages.text("commands.no-permission", {}));
      return;
    }
    const [name = "", ...values] = words;
    const allowed = root.subcommands.filter(({ permission }) => caller.hasPermission(permission));
    const handler = allowed.find((subcommand) => subcommand.name === name.toLowerCase());
    if (handler === undefined) {
      const usage = `/${root.name} ${allowed.map((subcommand) => subcommand.name).join("|")}`;
      caller.send(
        name === "" ? messages.text("commands.usage", { usage }) : messages.text("commands.unknown", { usage }),
      );
      return;
    }
    const usage = usageOf(root.name, handler);
    const problem = problemWith(handler.parameters, values);
    if (problem === "count") caller.send(messages.text("commands.usage", { usage }));
    else if (problem !== undefined)
      caller.send(messages.text("commands.not-a-number", { value: problem.value, usage }));
    else {
      const args = new Map(handler.parameters.flatMap(({ name }, at) => (values[at] ? [[name, values[at]]] : [])));
      const player = isPlayer(caller) ? caller : undefined;
      await handler.run({ doubletake: this.#doubletake, caller, player, usage, args });
    }
  }

  #root(name: string): Root | undefined {
    return ROOTS.find((root) => root.name === name || root.aliases.includes(name));
  }

  #valuesOf({ kind, choices }: Parameter): readonly string[] {
    if (kind === "player") return [...this.#doubletake.platform.players()].map(({ name }) => name);
    return choices;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function mayUse(caller: Caller, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => caller.hasPermission(permission));
}

function usageOf(root: string, { name, parameters }: CommandHandler): string {
  const shown = parameters.map((parameter) => (parameter.isOptional ? `[${parameter.name}]` : `<${parameter.name}>`));
  return [`/${root}`, name, ...shown].join(" ");
}

/** What is wrong with the arguments: how many there are, or a word that should be a number. */
function problemWith(
  parameters: readonly Parameter[],
  values: readonly string[],
): "count" | { value: string } | undefined {
  const needed = parameters.filter(({ isOptional }) => !isOptional).length;
  if (values.length < needed || values.length > parameters.length) return "count";
  for (const [at, value] of values.entries()) {
    const { kind, choices } = parameters[at]!;
    if (kind === "integer" && !/^[1-9]\d{0,8}$/.test(value)) return { value };
    if (kind === "choice" && !choices.includes(value)) return "count";
  }
  return undefined;
}

function startingWith(prefix: string, values: readonly string[]): string[] {
  return values.filter((value) => value.toLowerCase().startsWith(prefix.toLowerCase()));
}
