import {
  type CommandArgumentPointer,
  type CommandOverload,
  CustomEnum,
  type Enum,
  IntegerEnum,
  StringEnum,
} from "@serenityjs/core";
import { CommandParameterType } from "@serenityjs/protocol";
import type { CommandRoot, Parameter, Subcommand } from "../../../index.ts";

/** What the first parameter of every overload takes: all words after the command's name. */
export type TypedWords = Record<string, { readonly words?: readonly string[] }>;

/**
 * A subcommand as the client should complete it: its name, then its parameters. The server must not check any of it. It would
 * answer errors in its own words, in English, and would complain about a missing name before it tries the next overload.
 */
export function overloadOf(root: CommandRoot, subcommand: Subcommand): CommandOverload {
  const { name, parameters } = subcommand;
  const overload: CommandOverload = { [name]: literalEnum(`${root.name}_${name}`, name) };
  for (const parameter of parameters) {
    const type = enumOf(listName(root, subcommand, parameter), parameter);
    overload[parameter.name] = parameter.isOptional ? [type, true] : type;
  }
  return overload;
}

/** Arguments whose words change while the server runs. */
const LIVE: readonly Parameter["kind"][] = ["case-number", "item-id", "player"];

/** True if the words for this argument are sent while the server runs. */
export function isLive({ kind }: Parameter): boolean {
  return LIVE.includes(kind);
}

/** The client's name for the list of words of a parameter. */
export function listName(root: CommandRoot, { name }: Subcommand, parameter: Parameter): string {
  return `${root.name}_${name}_${parameter.name}`;
}

/** Offers one word, and takes all words that were typed. */
function literalEnum(id: string, word: string): typeof CustomEnum {
  return class extends CustomEnum {
    static override readonly identifier = id;
    // The client tells lists of words apart by this name.
    static override readonly name = id;
    static override readonly options = [word];
    readonly words: readonly string[];

    constructor(words: readonly string[]) {
      super(null, []);
      this.words = words;
    }

    static override extract(pointer: CommandArgumentPointer) {
      pointer.offset = pointer.arguments.length;
      return new this(pointer.arguments);
    }

    override validate(): boolean {
      return true;
    }
  } as unknown as typeof CustomEnum;
}

/** How the client should complete a parameter. */
function enumOf(id: string, parameter: Parameter): typeof Enum {
  const { kind, choices } = parameter;
  if (kind === "integer" || kind === "coordinate") return unread(IntegerEnum, id);
  // Serenity sends no empty list, so it starts with one word. The real words are sent later, to players who may see them.
  if (isLive(parameter)) return unread(CustomEnum, id, [parameter.name]);
  // The client takes the rest of the line for it.
  if (kind === "text") return Object.assign(unread(StringEnum, id), { symbol: CommandParameterType.RawText });
  return choices.length > 0 ? unread(CustomEnum, id, choices) : unread(StringEnum, id);
}

/** A parameter that is shown but never read, because the first parameter takes all words. */
function unread(base: typeof Enum, id: string, choices?: readonly string[]): typeof Enum {
  const list = choices === undefined ? {} : { options: [...choices] };
  const type = class extends base {
    static override readonly identifier = id;
    static override readonly name = id;

    static override extract() {
      return new this(null, []);
    }

    override validate(): boolean {
      return true;
    }
  };
  return Object.assign(type, list);
}
