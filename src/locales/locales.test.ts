import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CONFIG_FILE, loadConfig } from "../core/config/config-file.ts";
import { LANGUAGES, type Language } from "../core/config/settings.ts";
import { filledIn, knownTexts } from "../core/messages/known-texts.ts";
import type { MessageKey, PluralKey } from "../core/messages/message-keys.ts";
import { builtInTexts, editsIn, loadMessages, MESSAGES_FILE } from "../core/messages/messages-file.ts";
import { readTexts } from "../core/messages/text-tree.ts";
import { messagesIn } from "../testing/unpublished/english-messages.ts";
import { RecordingLog } from "../testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../testing/unpublished/temporary-folder.ts";

const ENGLISH = builtInTexts("en");
const KNOWN = knownTexts();
const TRANSLATIONS = LANGUAGES.filter((language) => language !== "en");

const ONLY_VALUES = "values with marks between them, no word";
const ONLY_NAME = "the name of the product";
const ONLY_COMMAND = "a command to type";

/** Texts that may be the same as in English, in any language. */
const SAME_EVERYWHERE: Readonly<Record<string, string>> = {
  "alerts.broadcast": ONLY_VALUES,
  "alerts.case": ONLY_COMMAND,
  "alerts.trick": ONLY_VALUES,
  "story.line": ONLY_VALUES,
  "story.making-line": ONLY_VALUES,
  "story.times": ONLY_VALUES,
  "notifications.message": ONLY_VALUES,
  "notifications.headline-on-server": ONLY_VALUES,
  "times.both": ONLY_VALUES,
  "commands.item-id.candidate": ONLY_VALUES,
  "commands.item-id.and-more": ONLY_VALUES,
  "commands.history.row": ONLY_VALUES,
  "commands.help.row": ONLY_VALUES,
  "commands.inspect.row": ONLY_VALUES,
  "commands.inspect.remembered": ONLY_VALUES,
  "commands.at.row": ONLY_VALUES,
  "commands.items.row": ONLY_VALUES,
  "commands.cases.row": ONLY_VALUES,
  "commands.cases.row-on-server": ONLY_VALUES,
  "commands.case.place": ONLY_VALUES,
  "commands.case.act": ONLY_VALUES,
  "commands.case.act-with-note": ONLY_VALUES,
  "commands.case.next-steps": ONLY_COMMAND,
  "notifications.footer-without-case": ONLY_VALUES,
  "forms.cases.title": ONLY_NAME,
  "forms.button.item": ONLY_VALUES,
  "forms.button.player": ONLY_VALUES,
  "report.case.other": ONLY_VALUES,
};

/** Texts that may be the same as in English, in one language. */
const SAME_IN: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  pt_BR: {
    "commands.case.item": "item is the game's own word in Portuguese, too",
    "report.column.item": "the same word",
    "report.count.items.one": "the same word",
  },
};

/** Common words of English that are no words of the other languages: a text that has one is translated in part. */
const ENGLISH_WORDS = /\b(?:the|of|and|you|your|with|this|that|there|which|from|been|they|its)\b/i;

for (const language of LANGUAGES) {
  describe(`the language ${language}`, () => {
    const texts = builtInTexts(language);

    it("has every text and no other, with the plural forms that it needs", () => {
      assert.deepEqual(readTexts(readFileSync(new URL(`${language}.yml`, import.meta.url), "utf8")).complaints, []);
      const forms = pluralForms(language);
      const plurals = [...KNOWN.plurals.keys()].flatMap((key) => forms.map((form) => `${key}.${form}`));
      assert.deepEqual([...texts.keys()].sort(), [...KNOWN.texts.keys(), ...plurals].sort());
    });

    it("uses the placeholders of the English text, none less and none more", () => {
      for (const [key, text] of texts) {
        assert.deepEqual(placeholdersIn(text), placeholdersIn(englishFor(key)), `${language} ${key}: ${text}`);
      }
    });

    it("uses the colours of the English text", () => {
      for (const [key, text] of texts) {
        const english = coloursIn(englishFor(key));
        const others = coloursIn(text).filter((colour) => !english.includes(colour));
        assert.deepEqual(others, [], `${language} ${key}: ${text}`);
      }
    });

    it("renders every text with every placeholder filled in", () => {
      const messages = messagesIn(language);
      for (const key of KNOWN.texts.keys()) {
        const text = messages.text(key as MessageKey, markedValues(key) as never);
        assertFilled(text, englishFor(key), `${language} ${key}`);
      }
      for (const key of KNOWN.plurals.keys() as Iterable<PluralKey>) {
        for (const count of [0, 1, 2, 5, 11, 21, 22, 100, 1_000_000, 1.5]) {
          const values = { ...markedValues(key), count };
          const text = messages.plural(key, values as never);
          assertFilled(text, englishFor(`${key}.other`), `${language} ${key}, ${count}`, { count: String(count) });
        }
      }
    });
  });
}

for (const language of TRANSLATIONS) {
  describe(`the translation ${language}`, () => {
    const texts = builtInTexts(language);
    const isAllowed = (key: string) => key in SAME_EVERYWHERE || key in (SAME_IN[language] ?? {});

    it("leaves no English untranslated", () => {
      for (const [key, text] of texts) {
        if (isAllowed(key)) continue;
        assert.notEqual(text, englishFor(key), `${language} ${key} is English`);
        const words = wordsOf(text);
        assert.doesNotMatch(words, ENGLISH_WORDS, `${language} ${key} is English in part`);
        if (language === "ru" && /\p{Letter}/u.test(words)) assert.match(words, /\p{Script=Cyrillic}/u, key);
      }
    });
  });
}

describe("the list of texts that may be English", () => {
  it("has only texts that are", () => {
    const isSame = (language: Language, key: string) => builtInTexts(language).get(key) === ENGLISH.get(key);
    for (const key of Object.keys(SAME_EVERYWHERE)) {
      assert.ok(
        TRANSLATIONS.some((language) => isSame(language, key)),
        `${key} differs in every language: take it off the list`,
      );
    }
    for (const [language, keys] of Object.entries(SAME_IN)) {
      for (const key of Object.keys(keys)) assert.ok(isSame(language as Language, key), `${language} ${key}`);
    }
  });
});

describe("the chosen language", () => {
  it("is spoken as soon as it is chosen, on a messages.yml that nobody touched", (context) => {
    const folder = temporaryFolder(context);
    const log = new RecordingLog();
    assert.equal(loadMessages(folder, "en", log).text("commands.held.none", {}), "§cYou hold nothing.");
    const nothing: Record<Language, string> = {
      en: "§cYou hold nothing.",
      pt_BR: "§cVocê não tem nada na mão.",
      es: "§cNo tienes nada en la mano.",
      de: "§cDu hast nichts in der Hand.",
      ru: "§cУ вас в руке ничего нет.",
      pl: "§cNie masz nic w ręce.",
    };
    for (const language of LANGUAGES) {
      assert.equal(loadMessages(folder, language, log).text("commands.held.none", {}), nothing[language]);
    }
    assert.deepEqual(log.lines, []);
  });

  it("is spoken in every text of that file, after an upgrade that changed English texts, too", () => {
    const untouched = new Map([...ENGLISH].map(([key, text]) => [key, `${text} (of an earlier release)`]));
    const former = new Map([...untouched].map(([key, text]) => [key, [text]]));
    for (const file of [ENGLISH, untouched]) {
      assert.deepEqual([...editsIn(file, ENGLISH, former)], []);
      const messages = messagesIn("de", { edits: editsIn(file, ENGLISH, former) });
      assert.equal(messages.text("commands.give.no-room", {}), "§cDein Inventar ist voll.");
      assert.equal(messages.plural("times.days", { count: 3 }), "vor 3 Tagen");
    }
  });

  it("gives way to an operator's edit, in that text only", (context) => {
    const folder = temporaryFolder(context);
    loadMessages(folder, "de", new RecordingLog());
    const path = join(folder, MESSAGES_FILE);
    writeFileSync(path, readFileSync(path, "utf8").replace("You hold nothing.", "Leere Hände, &lFreund&r."));
    const messages = loadMessages(folder, "de", new RecordingLog());
    assert.equal(messages.text("commands.held.none", {}), "§cLeere Hände, §lFreund§r.");
    assert.equal(messages.text("commands.give.no-room", {}), "§cDein Inventar ist voll.");
  });

  it("gives way to English in a text that the translation lacks", () => {
    const translation = new Map([
      ["commands.held.none", "&cDu hast nichts in der Hand."],
      ["times.days.other", "vor {count} Tagen"],
    ]);
    const messages = messagesIn("de", { translation });
    assert.equal(messages.text("commands.held.none", {}), "§cDu hast nichts in der Hand.");
    assert.equal(messages.text("commands.give.no-room", {}), "§cYour inventory is full.");
    assert.equal(messages.plural("times.days", { count: 2 }), "vor 2 Tagen");
    assert.equal(messages.plural("alerts.more-items", { count: 1 }), "(and 1 more item)");
  });

  it("is English with a console line when there is no such language", (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, CONFIG_FILE);
    for (const unknown of ["klingon", "pt", "DE"]) {
      writeFileSync(path, `language: ${unknown}\n`);
      const log = new RecordingLog();
      const { language } = loadConfig(folder, log);
      assert.equal(language, "en");
      assert.deepEqual(log.lines, [
        `warn: ${path}, line 1: "language" must be one of ${LANGUAGES.join(", ")}, not "${unknown}"; using en.`,
      ]);
      assert.equal(loadMessages(folder, language, log).text("commands.held.none", {}), "§cYou hold nothing.");
    }
  });

  it("counts from the next start on", (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, CONFIG_FILE);
    const log = new RecordingLog();
    const start = () => loadMessages(folder, loadConfig(folder, log).language, log);
    writeFileSync(path, "language: pl\n");
    const running = start();
    writeFileSync(path, "language: es\n");
    assert.equal(running.text("forms.button.back", {}), "Wstecz");
    assert.equal(start().text("forms.button.back", {}), "Atrás");
  });
});

function pluralForms(language: Language): readonly string[] {
  return new Intl.PluralRules(language.replace("_", "-")).resolvedOptions().pluralCategories;
}

/** The English text for a key; for a plural form that English lacks, its general form. */
function englishFor(key: string): string {
  const text = ENGLISH.get(key) ?? ENGLISH.get(key.replace(/\.[a-z]+$/, ".other"));
  assert.ok(text !== undefined, `English has no ${key}`);
  return text;
}

function placeholdersIn(text: string): string[] {
  return [...new Set(text.match(/\{[^}]*\}/g))].sort();
}

function coloursIn(text: string): readonly string[] {
  return text.match(/&[0-9a-z]/g) ?? [];
}

function wordsOf(text: string): string {
  return text.replaceAll(/\{[a-z-]+\}|&[0-9a-z]/g, "");
}

/** Values for all placeholders of a text that can be told from any other text: `<player>` for `{player}`. */
function markedValues(key: string): Record<string, string> {
  const names = KNOWN.plurals.get(key) ?? filledIn(key, KNOWN) ?? [];
  return Object.fromEntries(names.map((name) => [name, `<${name}>`]));
}

function assertFilled(text: string, english: string, what: string, values: Readonly<Record<string, string>> = {}) {
  assert.doesNotMatch(text, /[{}]|&[0-9a-z]/, what);
  for (const placeholder of placeholdersIn(english)) {
    const name = placeholder.slice(1, -1);
    assert.ok(text.includes(values[name] ?? `<${name}>`), `${what} lacks ${placeholder}: ${text}`);
  }
}
