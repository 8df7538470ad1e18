import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtInTexts, loadMessages, MESSAGES_FILE, Messages, SILENT_LOG, withoutColours } from "../operators.ts";
import type { Setup } from "./setup.ts";
import { inert } from "./terminal/colours.ts";

/** The server's texts in its language, with the operator's own texts if there are any. Does not create a missing file. */
export function messagesOf({ folder, config: { language } }: Setup): Messages {
  // `check` reports problems of the file.
  if (existsSync(join(folder, MESSAGES_FILE))) return loadMessages(folder, language, SILENT_LOG);
  return new Messages({ language, edits: new Map(), translation: builtInTexts(language), english: builtInTexts("en") });
}

/** Makes a line of the game safe to show in a terminal. */
export function plainLine(text: string): string {
  return inert(withoutColours(text));
}
