import type { Language } from "../config/settings.ts";
import { asData, translateColours } from "./colours.ts";
import { markedName, readableName } from "./item-names.ts";
import type { MessageKey, MessageValue, MessageValues, PluralKey, PluralValues, RenderedText } from "./message-keys.ts";
import type { Texts } from "./text-tree.ts";

/**
 * How `DUPLICATE_ITEM`, `PICKUP` and `DIAMOND_SWORD` are written. `words`: as people say it. `marked`: the same, with the names of items as
 * marks (`item-names.ts`), which a platform turns into the game's own names. `as-they-are`: for logs and payloads, which programs read.
 */
type ConstantStyle = "words" | "marked" | "as-they-are";

/** Where texts come from: the operator's edits over the chosen language over English. */
interface MessageSources {
  readonly language: Language;
  readonly edits: Texts;
  readonly translation: Texts;
  readonly english: Texts;
  /** How constants are written; `words` by default. */
  readonly constants?: ConstantStyle;
}

/** The placeholders whose values are constants with a word of their own. */
const WORDED = ["type", "severity", "action"] as const;

const NO_TEXTS: Texts = new Map();

/** Kept, because making one takes as long as writing an alert. */
const PLURAL_RULES = new Map<Language, Intl.PluralRules>();

function pluralRules(language: Language): Intl.PluralRules {
  const rules = PLURAL_RULES.get(language) ?? new Intl.PluralRules(language.replace("_", "-"));
  PLURAL_RULES.set(language, rules);
  return rules;
}

/** Turns keys and values into text. A missing key or a placeholder that nobody fills never breaks a line. */
export class Messages {
  #sources: MessageSources;
  #layers: readonly Texts[];
  #plurals: Intl.PluralRules;

  constructor(sources: MessageSources) {
    const { language, edits, translation, english } = sources;
    this.#sources = sources;
    this.#layers = [edits, translation, english];
    this.#plurals = pluralRules(language);
  }

  /** Replaces the texts of this object, for all who have it: the file was read again, perhaps in another language. */
  replaceTexts(other: Messages): void {
    this.#sources = { ...other.#sources, constants: this.#sources.constants ?? "words" };
    this.#layers = other.#layers;
    this.#plurals = other.#plurals;
  }

  /** The built-in English texts, without edits, for the console. */
  inEnglish(): Messages {
    const { english } = this.#sources;
    return new Messages({ language: "en", edits: NO_TEXTS, translation: NO_TEXTS, english });
  }

  /** The same texts, with constants in another style. */
  withConstants(constants: ConstantStyle): Messages {
    return new Messages({ ...this.#sources, constants });
  }

  /** The built-in texts of the same language. */
  withoutEdits(): Messages {
    return new Messages({ ...this.#sources, edits: NO_TEXTS });
  }

  /** Every current text whose key begins like one of these, plural forms included, not filled in: enough for another thread, or a page. */
  below(beginnings: readonly string[]): Texts {
    const found = this.#layers.toReversed().flatMap((layer) => [...layer]);
    return new Map(found.filter(([key]) => beginnings.some((beginning) => key.startsWith(beginning))));
  }

  text<Key extends MessageKey>(key: Key, values: MessageValues<Key>): string {
    return this.#fill(this.#find(key) ?? key, values);
  }

  /** The same, as a value for another text: its colours stay colours. */
  rendered<Key extends MessageKey>(key: Key, values: MessageValues<Key>): RenderedText {
    return { rendered: this.text(key, values) };
  }

  plural<Key extends PluralKey>(key: Key, values: PluralValues<Key>): string {
    const form = this.#plurals.select(values.count);
    return this.#fill(this.#find(`${key}.${form}`, `${key}.other`) ?? key, values);
  }

  /** The first layer that has any of the keys decides: a language's `other` goes before the English `one`. */
  #find(...keys: readonly string[]): string | undefined {
    for (const layer of this.#layers) {
      for (const key of keys) {
        const text = layer.get(key);
        if (text !== undefined) return text;
      }
    }
    return undefined;
  }

  #fill(template: string, values: Readonly<Record<string, MessageValue>>): string {
    return translateColours(template).replaceAll(/\{([a-z-]+)\}/g, (placeholder, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return placeholder;
      return typeof value === "object" ? value.rendered : this.#shown(name, value);
    });
  }

  /** Puts a constant into words. This is the only place that does: callers pass constants unchanged. */
  #shown(name: string, value: string | number): string {
    const { constants = "words" } = this.#sources;
    if (typeof value === "number" || constants === "as-they-are") return asData(value);
    if (name === "material") return constants === "marked" ? markedName(value) : readableName(value);
    const worded = WORDED.find((placeholder) => placeholder === name);
    if (worded === undefined) return asData(value);
    const word = this.#find(wordKey(worded, value));
    return word === undefined ? asData(value.replaceAll("_", " ").toLowerCase()) : translateColours(word);
  }
}

/** The key of the word for a constant; a constant that another plugin made up may have none. */
export function wordKey(placeholder: (typeof WORDED)[number], constant: string): string {
  return `words.${placeholder}.${textKey(constant)}`;
}

type Kebab<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}-${Kebab<Tail>}`
  : Lowercase<Text>;

/** A constant as it is written in keys of texts: `DUPLICATE_ITEM` is `duplicate-item`. */
export function textKey<Constant extends string>(constant: Constant): Kebab<Constant> {
  return constant.toLowerCase().replaceAll("_", "-") as Kebab<Constant>;
}
