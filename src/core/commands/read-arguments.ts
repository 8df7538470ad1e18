import type { CommandHandler } from "./handler.ts";

/** The most choices that a usage line lists itself. */
const MAX_SHOWN_CHOICES = 3;

/** The number of characters of a text that are kept. */
const MAX_TEXT = 200;

/** The words typed after a command's name, read by its declaration. */
type ArgumentsReading =
  | { readonly kind: "read"; readonly args: ReadonlyMap<string, string> }
  /** Too few, too many, or none of the choices. */
  | { readonly kind: "misused" }
  | { readonly kind: "not-a-number"; readonly value: string };

export function readArguments({ parameters }: CommandHandler, typed: readonly string[]): ArgumentsReading {
  const values = parameters.at(-1)?.kind === "text" ? withRest(typed, parameters.length - 1) : typed;
  const needed = parameters.filter(({ isOptional }) => !isOptional).length;
  if (values.length < needed || values.length > parameters.length) return { kind: "misused" };
  const args = new Map<string, string>();
  for (const [at, value] of values.entries()) {
    const { name, kind, choices } = parameters[at]!;
    if ((kind === "integer" || kind === "case-number") && !/^[1-9]\d{0,8}$/.test(value)) {
      return { kind: "not-a-number", value };
    }
    const chosen = kind === "choice" ? choices.find((word) => word === value.toLowerCase()) : value;
    if (chosen === undefined) return { kind: "misused" };
    args.set(name, chosen);
  }
  return { kind: "read", args };
}

/** Joins everything from `from` on into one text. */
function withRest(values: readonly string[], from: number): readonly string[] {
  return values.length <= from ? values : [...values.slice(0, from), values.slice(from).join(" ").slice(0, MAX_TEXT)];
}

/** `/doubletake history <id> [limit]`; a few choices are listed themselves: `/doubletake notices <on|off>`. */
export function usageOf(root: string, { name, parameters }: CommandHandler): string {
  const shown = parameters.map((parameter) => {
    const { choices, isOptional } = parameter;
    if (choices.length === 1 && !isOptional) return choices[0];
    const inner = choices.length > 0 && choices.length <= MAX_SHOWN_CHOICES ? choices.join("|") : parameter.name;
    return isOptional ? `[${inner}]` : `<${inner}>`;
  });
  return [`/${root}`, name, ...shown].join(" ");
}

/** Joins the pieces between double quotes, because names may hold spaces. A quote that never ends is left alone. */
export function joinQuoted(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const end = word.startsWith('"')
      ? words.findIndex((piece, index) => index >= at && endsQuote(piece, index === at))
      : -1;
    if (end < 0) joined.push(word);
    else {
      joined.push(
        words
          .slice(at, end + 1)
          .join(" ")
          .slice(1, -1),
      );
      at = end;
    }
  }
  return joined;
}

function endsQuote(piece: string, isFirst: boolean): boolean {
  return piece.endsWith('"') && !(isFirst && piece.length === 1);
}

/** While a quoted name is being typed, its last quote is missing: everything from the first quote on is one word. */
export function openQuoteJoined(words: readonly string[]): string[] {
  const open = words.findIndex((word) => word.startsWith('"'));
  return open < 0 ? [...words] : [...words.slice(0, open), words.slice(open).join(" ")];
}

/** A word as it has to be typed. */
export function quotedIfNeeded(word: string): string {
  return word.includes(" ") ? `"${word}"` : word;
}
