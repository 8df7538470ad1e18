import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Language } from "../config/settings.ts";
import type { Log } from "../model/log.ts";
import { Messages } from "./messages.ts";
import { readTexts, type Texts } from "./text-tree.ts";

export const MESSAGES_FILE = "messages.yml";

const LOCALES = new URL("../../locales/", import.meta.url);

/**
 * Reads messages.yml from the plugin's folder, and creates it with the English defaults if there is none. An existing file is never
 * rewritten. A broken text is reported on the console, and the built-in one is used.
 */
export function loadMessages(folder: string, language: Language, log: Log): Messages {
  const english = builtInTexts("en");
  const translation = language === "en" ? english : builtInTexts(language);
  const written = readOrCreate(join(folder, MESSAGES_FILE), log);
  const edits = written.size === 0 ? written : editsIn(written, english, formerEnglishTexts());
  return new Messages({ language, edits, translation, english });
}

/** The texts that come with Doubletake, read once per process. */
export function builtInTexts(language: Language): Texts {
  const known = builtIn.get(language);
  if (known) return known;
  const { texts } = readTexts(readLocale(`${language}.yml`));
  builtIn.set(language, texts);
  return texts;
}

const builtIn = new Map<Language, Texts>();

/** The texts that an operator changed: those that differ from every English default ever released for their key. */
export function editsIn(texts: Texts, english: Texts, former: ReadonlyMap<string, readonly string[]>): Texts {
  const isDefault = (key: string, text: string) =>
    english.get(key) === text || former.get(key)?.includes(text) === true;
  return new Map([...texts].filter(([key, text]) => !isDefault(key, text)));
}

function formerEnglishTexts(): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(parse(readLocale("en.released.yml")) as Record<string, string[]>));
}

function readLocale(name: string): string {
  return readFileSync(new URL(name, LOCALES), "utf8");
}

function readOrCreate(path: string, log: Log): Texts {
  try {
    const { texts, complaints } = readTexts(readFileSync(path, "utf8"));
    for (const { line, problem } of complaints) {
      log.warn(`${path}, line ${line}: ${problem}; using the built-in text instead.`);
    }
    return texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log.error(`${path} cannot be read (${(error as Error).message}); using the built-in texts.`);
      return new Map();
    }
  }
  try {
    writeFileSync(path, readLocale("en.yml"), { flag: "wx" });
  } catch (error) {
    log.error(`${path} cannot be created (${(error as Error).message}); using the built-in texts.`);
  }
  return new Map();
}
