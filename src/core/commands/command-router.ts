import { errorText } from "../errors.ts";
import type { Caller, CommandSet, Player } from "../platform.ts";
import { type CommandContext, withMessages } from "./command-context.ts";
import { Completion, startingWith } from "./completion.ts";
import { type AvailableCommand, type CommandCall, type CommandHandler, isPlayer, mayUse } from "./handler.ts";
import { showHelp } from "./help.ts";
import { joinQuoted, openQuoteJoined, readArguments, usageOf } from "./read-arguments.ts";
import { DOUBLETAKE, ROOTS, type Root } from "./roots.ts";
import { tellIfSlow } from "./slow-answer.ts";

/** Leads a player through forms until one is closed. */
type ShowForms = (context: CommandContext, player: Player) => Promise<void>;

/** Reads what was typed, checks who typed it, and runs the command. */
export class CommandRouter implements CommandSet {
  readonly roots = ROOTS;
  readonly #context: CommandContext;
  readonly #english: CommandContext;
  readonly #completion: Completion;
  readonly #showForms: ShowForms;

  constructor(context: CommandContext, showForms: ShowForms) {
    this.#context = context;
    this.#showForms = showForms;
    this.#english = withMessages(context, context.messages.inEnglish());
    this.#completion = new Completion(context);
  }

  run(rootName: string, caller: Caller, words: readonly string[]): void {
    const { log, messages } = this.#contextFor(caller);
    this.#run(rootName, caller, words)
      .catch((error: unknown) => {
        log.error(`/${rootName} ${words.join(" ")} failed: ${errorText(error)}`);
        caller.send(messages.text("commands.failed", {}));
      })
      // The caller may have left before the answer came: that must not end the game server.
      .catch((error: unknown) =>
        log.warn(`The answer to /${rootName} did not reach ${caller.name}: ${errorText(error)}`),
      );
  }

  async complete(rootName: string, caller: Caller, words: readonly string[]): Promise<string[]> {
    try {
      const [name = "", ...args] = openQuoteJoined(joinQuoted(words));
      const allowed = this.#root(rootName, caller)?.subcommands.filter((handler) => mayUse(caller, handler)) ?? [];
      if (words.length <= 1) {
        const names = allowed.map((handler) => handler.name);
        return startingWith(name, names);
      }
      const parameter = named(allowed, name)?.parameters[args.length - 1];
      return parameter === undefined ? [] : await this.#completion.suggest(parameter, caller, args.at(-1) ?? "");
    } catch (error) {
      this.#context.log.warn(`/${rootName} cannot be completed for ${caller.name}: ${errorText(error)}`);
      return [];
    }
  }

  async #run(rootName: string, caller: Caller, words: readonly string[]): Promise<void> {
    const { messages } = this.#contextFor(caller);
    const root = this.#root(rootName, caller);
    const [name = "", ...values] = joinQuoted(words);
    const handler = root && named(root.subcommands, name);
    if (root === undefined || (handler !== undefined && !mayUse(caller, handler))) {
      caller.send(messages.text("commands.no-permission", {}));
    } else if (handler !== undefined) await this.#runHandler(root, handler, caller, values);
    else if (name !== "") caller.send(messages.text("commands.unknown", { usage: usageOfRoot(root, caller) }));
    else await this.#runBare(root, caller);
  }

  async #runHandler(root: Root, handler: CommandHandler, caller: Caller, values: readonly string[]): Promise<void> {
    const context = this.#contextFor(caller);
    const { messages } = context;
    const usage = usageOf(root.name, handler);
    const reading = readArguments(handler, values);
    if (reading.kind === "misused") caller.send(messages.text("commands.usage", { usage }));
    else if (reading.kind === "not-a-number") {
      caller.send(messages.text("commands.not-a-number", { value: reading.value, usage }));
    } else {
      const call = this.#call(caller, usage, reading.args);
      await tellIfSlow(context, caller, () => handler.run(call));
    }
  }

  /** Runs the root alone: shows forms if the game has them, else help; a root without help answers with its usage. */
  async #runBare(root: Root, caller: Caller): Promise<void> {
    const context = this.#contextFor(caller);
    const { messages, platform } = context;
    if (root.name !== DOUBLETAKE) caller.send(messages.text("commands.usage", { usage: usageOfRoot(root, caller) }));
    else if (platform.showForm !== undefined && isPlayer(caller)) {
      await this.#showForms(context, caller);
    } else showHelp(this.#call(caller, "", new Map()));
  }

  #call(caller: Caller, usage: string, args: CommandCall["args"]): CommandCall {
    const player = isPlayer(caller) ? caller : undefined;
    return { context: this.#contextFor(caller), caller, player, usage, args, available: availableTo(caller) };
  }

  /** Players are answered in the server's language, the console in English. */
  #contextFor(caller: Caller): CommandContext {
    return isPlayer(caller) ? this.#context : this.#english;
  }

  /** Also `undefined` for a root that the caller may not use. */
  #root(name: string, caller: Caller): Root | undefined {
    const root = ROOTS.find((candidate) => candidate.name === name || candidate.aliases.includes(name));
    return root?.permissions.some((permission) => caller.hasPermission(permission)) ? root : undefined;
  }
}

function named(handlers: readonly CommandHandler[], name: string): CommandHandler | undefined {
  return handlers.find((handler) => handler.name === name.toLowerCase());
}

function availableTo(caller: Caller): AvailableCommand[] {
  return ROOTS.flatMap((root) =>
    root.subcommands
      .filter((handler) => mayUse(caller, handler))
      .map((handler) => ({ usage: usageOf(root.name, handler), about: handler.about })),
  );
}

/** What may follow a root. For a long list, its help says more than one line can. */
function usageOfRoot(root: Root, caller: Caller): string {
  const allowed = root.subcommands.filter((handler) => mayUse(caller, handler)).map(({ name }) => name);
  return `/${root.name} ${allowed.includes("help") ? "help" : allowed.join("|")}`;
}
