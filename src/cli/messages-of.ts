import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtInTexts, loadMessages, MESSAGES_FILE, Messages, SILENT_LOG, withoutColours } from "../operators.ts";
import type { Setup } from "./setup.ts";
import { inert } from "./terminal/colours.ts";

/** The server's texts, in its language: the operator's own where there are any. A file that is not there is not made. */
export function messagesOf({ folder, config: { language } }: Setup): Messages {
  // What is wrong with the file is the business of `check`.
  if (existsSync(join(folder, MESSAGES_FILE))) return loadMessages(folder, language, SILENT_LOG);
  return new Messages({ language, edits: new Map(), translation: builtInTexts(language), english: builtInTexts("en") });
}

/** A line of the game as a terminal may show it. */
export function plainLine(text: string): string {
  return inert(withoutColours(text));
}
