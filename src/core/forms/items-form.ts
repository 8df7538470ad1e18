import type { CommandContext } from "../commands/command-context.ts";
import { itemsOf } from "../commands/items/items.ts";
import { shortId, shownMaterial } from "../commands/items/short-id.ts";
import { agoText } from "../messages/time-text.ts";
import type { HandledItem, KnownPlayer } from "../store.ts";
import { type FormChoice, type FormPage, type OpenPage, turningChoices } from "./form-page.ts";
import { historyPage } from "./history-form.ts";

/** Asks whose items to show: lists the players who are online; for others there is `/doubletake items <player>`. */
export async function playersPage(context: CommandContext, back: OpenPage): Promise<FormPage> {
  const { messages, platform } = context;
  const again = () => playersPage(context, back);
  const accounts = new Map([...platform.players()].map(({ id, name }) => [id, name]));
  return {
    title: messages.text("forms.players.title", {}),
    text: messages.text("forms.players.text", {}),
    choices: [
      ...[...accounts].map(([id, name]) => ({
        label: messages.text("forms.button.player", { player: name }),
        follow: () => itemsPage(context, { id, name }, again),
      })),
      ...turningChoices(messages, undefined, back),
    ],
  };
}

/** The items that a player has handled, newest first, each leading to its history. */
export async function itemsPage(
  context: CommandContext,
  account: KnownPlayer,
  back: OpenPage,
  number = 1,
): Promise<FormPage> {
  const { messages } = context;
  const { rows, hasMore } = await itemsOf(context, account.id, number);
  const player = account.name;
  const again = () => itemsPage(context, account, back, number);
  const next = hasMore ? () => itemsPage(context, account, again, number + 1) : undefined;
  return {
    title: messages.text("forms.items.title", { player }),
    text: messages.text(rows.length === 0 ? "commands.items.none" : "commands.items.title", { player }),
    choices: [...rows.map((item) => itemChoice(context, item, again)), ...turningChoices(messages, next, back)],
  };
}

function itemChoice(context: CommandContext, item: HandledItem, back: OpenPage): FormChoice {
  const { messages, clock } = context;
  const label = messages.text("forms.button.item", {
    material: shownMaterial(item.material),
    id: shortId(item.itemId),
    ago: agoText(messages, item.lastTimestamp, clock.now()),
  });
  return { label, follow: () => historyPage(context, item.itemId, back) };
}
