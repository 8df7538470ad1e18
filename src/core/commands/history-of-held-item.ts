import type { CommandHandler } from "./handler.ts";
import { heldTrackedItem } from "./held-item.ts";
import { showHistory } from "./show-history.ts";

const DEFAULT_LIMIT = 10;

/** `/dttest history [limit]`: the held item's history, newest first. */
export const historyOfHeldItemCommand: CommandHandler = {
  name: "history",
  parameters: [{ name: "limit", kind: "integer", isOptional: true, choices: [] }],
  permission: "doubletake.test",
  about: "commands.about.held-history",
  async run(call) {
    const held = heldTrackedItem(call);
    if (held === undefined) return;
    call.caller.send(call.context.messages.text("commands.history.title", held));
    await showHistory(call, held.id, Number(call.args.get("limit") ?? DEFAULT_LIMIT));
  },
};
