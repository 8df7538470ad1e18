import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { readTexts, type Texts } from "./text-tree.ts";

export interface MessagesComplaint {
  readonly line: number;
  readonly problem: string;
}

/**
 * Everything about a messages file that an operator would want to know: what cannot be read, keys that nobody asks for,
 * and placeholders that nobody fills. `english` are the built-in texts.
 */
export function checkMessages(yaml: string, english: Texts): MessagesComplaint[] {
  const { texts, complaints } = readTexts(yaml);
  const lines = linesOfKeys(yaml);
  const found = [...complaints];
  for (const [key, text] of texts) {
    const line = lines.get(key) ?? 1;
    const known = knownPlaceholders(key, english);
    if (known === undefined) {
      found.push({ line, problem: `"${key}" is not a message of Doubletake` });
      continue;
    }
    for (const name of placeholdersIn(text)) {
      if (!known.has(name)) found.push({ line, problem: `"${key}" has the placeholder {${name}}, which nobody fills` });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The placeholders of the built-in text; of a plural, those of all its forms. A language may have forms that English lacks. */
function knownPlaceholders(key: string, english: Texts): ReadonlySet<string> | undefined {
  const stem = key.replace(/\.(?:zero|one|two|few|many|other)$/, "");
  const isPlural = stem !== key && english.has(`${stem}.other`);
  if (!isPlural && !english.has(key)) return undefined;
  const forms = isPlural ? [`${stem}.one`, `${stem}.other`] : [key];
  return new Set(forms.flatMap((form) => placeholdersIn(english.get(form) ?? "")));
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{([a-z-]+)\}/g)].map(([, name]) => name as string);
}

function linesOfKeys(yaml: string): ReadonlyMap<string, number> {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter });
  const lines = new Map<string, number>();
  const collect = (map: YAMLMap, path: string): void => {
    for (const { key, value } of map.items) {
      const name = path + (isScalar(key) ? String(key.value) : "?");
      if (isMap(value)) collect(value, `${name}.`);
      else lines.set(name, counter.linePos((key as Node).range?.[0] ?? 0).line);
    }
  };
  if (isMap(document.contents)) collect(document.contents, "");
  return lines;
}
