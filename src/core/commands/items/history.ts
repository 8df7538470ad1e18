import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, numberOf, sendAll } from "../handler.ts";
import { ITEM_ID, LIMIT } from "../parameters.ts";
import { itemIdFrom } from "./resolve-item.ts";
import { shownMaterial } from "./short-id.ts";
import { historyLines } from "./show-history.ts";

const DEFAULT_LIMIT = 10;

/** `/doubletake history <id> [limit]`: an item's transfers, newest first. */
export const historyCommand: CommandHandler = {
  name: "history",
  parameters: [ITEM_ID, LIMIT],
  permission: "doubletake.admin",
  about: "commands.about.history",
  async run(call) {
    const itemId = await itemIdFrom(call, call.args.get("id")!);
    if (itemId === undefined) return;
    sendAll(call, await titledHistory(call.context, itemId, numberOf(call, "limit", DEFAULT_LIMIT)));
  },
};

/** The history of an item below its name. */
export async function titledHistory(context: CommandContext, itemId: string, limit: number): Promise<string[]> {
  const { messages, store } = context;
  const material = shownMaterial((await store.firstSighting(itemId))?.material);
  return [
    messages.text("commands.history.title", { material, id: itemId }),
    ...(await historyLines(context, itemId, limit)),
  ];
}
