import type { CommandContext } from "../commands/command-context.ts";
import { titledHistory } from "../commands/items/history.ts";
import type { Permission } from "../platform.ts";
import { type FormPage, type OpenPage, turningChoices } from "./form-page.ts";

/** Transfers in one form; it can be scrolled, but nobody reads hundreds. */
const SHOWN_TRANSFERS = 30;

/** An item's history, newest first. */
export async function historyPage(
  context: CommandContext,
  itemId: string,
  back: OpenPage,
  permissions?: readonly Permission[],
): Promise<FormPage> {
  const { messages } = context;
  return {
    ...(permissions && { permissions }),
    title: messages.text("forms.history.title", {}),
    text: (await titledHistory(context, itemId, SHOWN_TRANSFERS)).join("\n"),
    choices: turningChoices(messages, undefined, back),
  };
}
