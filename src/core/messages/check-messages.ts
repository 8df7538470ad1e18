import { shownKey } from "../config/yaml-problem.ts";
import { didYouMean } from "../model/nearest-name.ts";
import { unknownColours } from "./colours.ts";
import { MESSAGE_KEYS, type MessageKey, PLURAL_KEYS, type PluralKey } from "./message-keys.ts";
import { readTexts } from "./text-tree.ts";

interface MessagesComplaint {
  readonly line: number;
  readonly problem: string;
}

const ALL_KEYS = [...Object.keys(MESSAGE_KEYS), ...Object.keys(PLURAL_KEYS)];
const COLOURS = "colours are &0 to &9 and &a to &u, &l is bold, &o italic, &r back to normal";

/**
 * Finds everything in a messages file that an operator would want to know: text that cannot be read, keys that nobody asks for, and
 * placeholders that nobody fills.
 */
export function checkMessages(yaml: string): MessagesComplaint[] {
  const { texts, lines, complaints } = readTexts(yaml);
  const found = [...complaints];
  for (const [key, text] of texts) {
    const line = lines.get(key) ?? 1;
    const known = placeholdersOf(key);
    if (known === undefined) {
      found.push({ line, problem: `${shownKey(key)} is not a message of Doubletake${didYouMean(key, ALL_KEYS)}` });
      continue;
    }
    for (const name of placeholdersIn(text)) {
      if (!known.includes(name))
        found.push({
          line,
          problem: `"${key}" has the placeholder {${name}}, which nobody fills${didYouMean(name, known)}`,
        });
    }
    for (const code of unknownColours(text))
      found.push({ line, problem: `"${key}" has the colour code ${code}, which the game does not have (${COLOURS})` });
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The placeholders that are filled in, whether or not the built-in text uses them. A language may have plural forms that English lacks. */
function placeholdersOf(key: string): readonly string[] | undefined {
  const stem = key.replace(/\.(?:zero|one|two|few|many|other)$/, "");
  if (stem !== key && Object.hasOwn(PLURAL_KEYS, stem)) return PLURAL_KEYS[stem as PluralKey];
  return Object.hasOwn(MESSAGE_KEYS, key) ? MESSAGE_KEYS[key as MessageKey] : undefined;
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{([a-z-]+)\}/g)].map(([, name]) => name as string);
}
