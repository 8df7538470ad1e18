import type { CommandSpec, OptionSpec } from "./command-spec.ts";

export function usageLine({ name, words }: CommandSpec): string {
  const typed = words.map(({ name: word, isOptional, choices }) => {
    const text = choices ? choices.join("|") : `<${word}>`;
    return isOptional ? `[${text}]` : text;
  });
  return ["doubletake", name, ...typed, "[options]"].join(" ");
}

const LINE = 100;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.length + word.length >= LINE) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

export function helpText(spec: CommandSpec): string {
  const options = Object.entries(optionsOf(spec)).map(([name, { value, about, choices, isRequired }]) => {
    const shown = choices ? `<${choices.join("|")}>` : value;
    return [`--${name}${shown ? ` ${shown}` : ""}`, isRequired ? `${about} (required)` : about] as const;
  });
  const width = Math.max(...options.map(([option]) => option.length));
  return [
    `Usage: ${usageLine(spec)}`,
    "",
    ...wrapped(spec.about),
    "",
    ...options.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`),
    "",
    "Example:",
    `  ${spec.example}`,
  ].join("\n");
}

/** Every command has these. */
const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  dir: { value: "<folder>", about: "the game server's folder, or its plugins/doubletake (default: here, or ./server)" },
  help: { about: "this text" },
};

const JSON_OPTION: Readonly<Record<string, OptionSpec>> = {
  json: { about: "answers with JSON, for programs" },
};

const DATABASE_OPTION: Readonly<Record<string, OptionSpec>> = {
  database: { value: "<url>", about: "reads a replica instead of the PostgreSQL that config.yml names" },
};

export function optionsOf({ options, hasJson, isReader }: CommandSpec): Readonly<Record<string, OptionSpec>> {
  const common = { ...(hasJson ? JSON_OPTION : {}), ...(isReader ? DATABASE_OPTION : {}), ...COMMON_OPTIONS };
  // Twice: its own options come first, and count.
  return { ...options, ...common, ...options };
}
