import type { CommandHandler } from "./handler.ts";
import { heldTrackedItem } from "./held-item.ts";
import { showHistory } from "./show-history.ts";

/** Section 8: this command shows ten transfers. */
const SHOWN_TRANSFERS = 10;

/** `/dttest uuid`: the id of the held item and its last ten transfers. */
export const uuidCommand: CommandHandler = {
  name: "uuid",
  parameters: [],
  permission: "doubletake.test",
  about: "commands.about.uuid",
  async run(call) {
    const held = heldTrackedItem(call);
    if (held === undefined) return;
    call.caller.send(call.context.messages.text("commands.uuid.id", held));
    await showHistory(call, held.id, SHOWN_TRANSFERS);
  },
};
