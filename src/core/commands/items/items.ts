import { locationText } from "../../messages/place-text.ts";
import { timeText } from "../../messages/time-text.ts";
import type { HandledItem } from "../../store.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, numberOf } from "../handler.ts";
import { askPage, type PageOf, sendPage } from "../pages.ts";
import { PAGE, PLAYER } from "../parameters.ts";
import { quotedIfNeeded } from "../read-arguments.ts";
import { accountFrom } from "../resolve-player.ts";
import { shortId, shownMaterial } from "./short-id.ts";

/** `/doubletake items <player> [page]`: items that a player has handled, newest first. */
export const itemsCommand: CommandHandler = {
  name: "items",
  parameters: [PLAYER, PAGE],
  permission: "doubletake.admin",
  about: "commands.about.items",
  async run(call) {
    const account = await accountFrom(call, call.args.get("player")!);
    if (account === undefined) return;
    const { context } = call;
    const { messages } = context;
    const player = account.name;
    const number = numberOf(call, "page", 1);
    const { rows, hasMore } = await itemsOf(context, account.id, number);
    const page = { rows: rows.map((item) => rowText(context, item)), hasMore };
    const title = messages.text("commands.items.title", { player });
    const none = messages.text("commands.items.none", { player });
    sendPage(call, number, page, { title, none, command: `/doubletake items ${quotedIfNeeded(player)}` });
  },
};

export function itemsOf({ store }: CommandContext, playerId: string, number: number): Promise<PageOf<HandledItem>> {
  return askPage(number, (page) => store.itemsOfPlayer(playerId, page));
}

function rowText({ messages, clock, server }: CommandContext, item: HandledItem): string {
  return messages.text("commands.items.row", {
    material: shownMaterial(item.material),
    id: shortId(item.itemId),
    time: timeText(messages, item.lastTimestamp, clock.now()),
    action: item.lastAction,
    location: locationText(messages, item.lastLocation, server.hasOthers ? item.lastServer : ""),
  });
}
