import { shownKey } from "../config/yaml-problem.ts";
import { didYouMean } from "../model/nearest-name.ts";
import { unknownColours } from "./colours.ts";
import { filledIn, knownTexts, placeholdersIn } from "./known-texts.ts";
import { readTexts } from "./text-tree.ts";

interface MessagesComplaint {
  readonly line: number;
  readonly problem: string;
}

const COLOURS = "colours are &0 to &9 and &a to &u, &l is bold, &o italic, &r back to normal";

/**
 * Finds everything in a messages file that an operator would want to know: text that cannot be read, keys that nobody asks for, and
 * placeholders that nobody fills.
 */
export function checkMessages(yaml: string): MessagesComplaint[] {
  const { texts, lines, complaints } = readTexts(yaml);
  const found = [...complaints];
  const built = knownTexts();
  for (const [key, text] of texts) {
    const line = lines.get(key) ?? 1;
    const known = filledIn(key, built);
    if (known === undefined) {
      const nearest = didYouMean(key, [...built.texts.keys(), ...built.plurals.keys()]);
      found.push({ line, problem: `${shownKey(key)} is not a message of Doubletake${nearest}` });
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
