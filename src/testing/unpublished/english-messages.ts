import { builtInTexts, Messages } from "../../core/index.ts";

/** The built-in English texts, with an operator's edits over them. */
export function englishMessages(edits: Readonly<Record<string, string>> = {}): Messages {
  return new Messages({
    language: "en",
    edits: new Map(Object.entries(edits)),
    translation: new Map(),
    english: builtInTexts("en"),
  });
}
