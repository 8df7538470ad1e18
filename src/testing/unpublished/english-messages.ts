import { builtInTexts, type Language, Messages, type Texts } from "../../core/index.ts";

/** The built-in English texts, with an operator's edits over them. */
export function englishMessages(edits: Readonly<Record<string, string>> = {}): Messages {
  return messagesIn("en", { edits: new Map(Object.entries(edits)) });
}

/** The texts of a language as they come with Doubletake, or with others in their place. */
export function messagesIn(
  language: Language,
  { edits = new Map(), translation = builtInTexts(language) }: { edits?: Texts; translation?: Texts } = {},
): Messages {
  return new Messages({ language, edits, translation, english: builtInTexts("en") });
}
