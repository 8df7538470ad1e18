import { ALSO_FILLED } from "./message-keys.ts";
import { builtInTexts } from "./messages-file.ts";

/** Placeholders by the key of their text. A key that depends on a number stands without its plural forms. */
interface KnownTexts {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly plurals: ReadonlyMap<string, readonly string[]>;
}

/** The plural forms of English. A section with exactly these is one text that depends on a number. */
const ENGLISH_FORMS = [".one", ".other"];

/** Every text that there is, with the placeholders that its English form has. */
export function knownTexts(): KnownTexts {
  const english = builtInTexts("en");
  const sections = Map.groupBy(english.keys(), (key) => key.replace(/\.[^.]+$/, ""));
  const isPlural = (section: string) =>
    sections.get(section)?.every((key, at) => key === section + ENGLISH_FORMS[at]) === true;
  const texts = new Map<string, string[]>();
  const plurals = new Map<string, string[]>();
  for (const [section, keys] of sections) {
    if (isPlural(section)) plurals.set(section, placeholdersIn(keys.map((key) => english.get(key)).join()));
    else for (const key of keys) texts.set(key, placeholdersIn(english.get(key)!));
  }
  return { texts, plurals };
}

/** The placeholders that are filled in, whether or not the built-in text uses them. A language may have plural forms that English lacks. */
export function filledIn(key: string, { texts, plurals }: KnownTexts): readonly string[] | undefined {
  const stem = key.replace(/\.(?:zero|one|two|few|many|other)$/, "");
  const own = texts.get(key) ?? (stem === key ? undefined : plurals.get(stem));
  const also: readonly string[] = ALSO_FILLED[key as keyof typeof ALSO_FILLED] ?? [];
  return own && [...new Set([...own, ...also])];
}

export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([a-z-]+)\}/g)].map(([, name]) => name!))];
}
