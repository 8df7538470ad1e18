import { asData, translateColours } from "./colours.ts";
import type { Language } from "./language.ts";
import type { MessageKey, MessageValue, MessageValues, PluralKey, PluralValues, RenderedText } from "./message-keys.ts";
import type { Texts } from "./text-tree.ts";

/** Where texts come from: the operator's edits over the chosen language over English. */
export interface MessageSources {
  readonly language: Language;
  readonly edits: Texts;
  readonly translation: Texts;
  readonly english: Texts;
}

const NO_TEXTS: Texts = new Map();

/** Turns keys and values into text. A missing key or a placeholder that nobody fills never breaks a line. */
export class Messages {
  #sources: MessageSources;
  #layers: readonly Texts[];
  #plurals: Intl.PluralRules;

  constructor(sources: MessageSources) {
    const { language, edits, translation, english } = sources;
    this.#sources = sources;
    this.#layers = [edits, translation, english];
    this.#plurals = new Intl.PluralRules(language.replace("_", "-"));
  }

  /** Whoever has these texts speaks with the others from now on: the file was read again, perhaps in another language. */
  become(other: Messages): void {
    this.#sources = other.#sources;
    this.#layers = other.#layers;
    this.#plurals = other.#plurals;
  }

  /** The same texts in English, edits aside: what the console says. */
  inEnglish(): Messages {
    const { english } = this.#sources;
    return new Messages({ language: "en", edits: NO_TEXTS, translation: NO_TEXTS, english });
  }

  /** The built-in texts of the same language. */
  withoutEdits(): Messages {
    return new Messages({ ...this.#sources, edits: NO_TEXTS });
  }

  /** The texts in force for these keys, not filled in: enough for another thread to say the same. */
  only(keys: readonly MessageKey[]): Texts {
    return new Map(keys.map((key) => [key, this.#find(key) ?? key]));
  }

  text<Key extends MessageKey>(key: Key, values: MessageValues<Key>): string {
    return fill(this.#find(key) ?? key, values);
  }

  /** The same as a value for another text: its colours stay colours. */
  rendered<Key extends MessageKey>(key: Key, values: MessageValues<Key>): RenderedText {
    return { rendered: this.text(key, values) };
  }

  plural<Key extends PluralKey>(key: Key, values: PluralValues<Key>): string {
    const form = this.#plurals.select(values.count);
    return fill(this.#find(`${key}.${form}`, `${key}.other`) ?? key, values);
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
}

function fill(template: string, values: Readonly<Record<string, MessageValue>>): string {
  return translateColours(template).replaceAll(/\{([a-z-]+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return placeholder;
    return typeof value === "object" ? value.rendered : asData(value);
  });
}
