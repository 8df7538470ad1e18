import { join } from "node:path";
import { knownTexts } from "../../src/core/messages/known-texts.ts";

/** The generated file. */
export const TEXT_PLACEHOLDERS = join(import.meta.dirname, "../../src/core/messages/text-placeholders.ts");

/** The types of all texts, in the formatter's form. */
export function textPlaceholders(): string {
  const { texts, plurals } = knownTexts();
  return `/** Made of src/locales/en.yml by \`npm run fix\`: do not edit. Every text, with the placeholders in it. */
export interface TextPlaceholders {
${membersOf(texts)}
}

/** The texts that depend on a number: one for each plural form of the language. */
export interface PluralPlaceholders {
${membersOf(plurals)}
}
`;
}

function membersOf(texts: ReadonlyMap<string, readonly string[]>): string {
  return [...texts].map(([key, names]) => `  "${key}": ${typeOf(names)};`).join("\n");
}

function typeOf(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => `"${name}"`).join(" | ");
}
