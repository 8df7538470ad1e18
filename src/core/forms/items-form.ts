import { itemsOf } from "../commands/items.ts";
import { shortId, shownMaterial } from "../commands/short-id.ts";
import type { Doubletake } from "../doubletake.ts";
import { agoText } from "../messages/time-text.ts";
import type { HandledItem, KnownPlayer } from "../store.ts";
import { type FormChoice, type FormPage, type OpenPage, turningChoices } from "./form-page.ts";
import { historyPage } from "./history-form.ts";

/** Whose items? Those who are online; for others there is `/doubletake items <player>`. */
export async function playersPage(doubletake: Doubletake, back: OpenPage): Promise<FormPage> {
  const { messages, platform } = doubletake;
  const again = () => playersPage(doubletake, back);
  const accounts = new Map([...platform.players()].map(({ id, name }) => [id, name]));
  return {
    title: messages.text("forms.players.title", {}),
    text: messages.text("forms.players.text", {}),
    choices: [
      ...[...accounts].map(([id, name]) => ({
        label: messages.text("forms.button.player", { player: name }),
        follow: () => itemsPage(doubletake, { id, name }, again),
      })),
      ...turningChoices(messages, undefined, back),
    ],
  };
}

/** The items that a player has handled, newest first, each leading to its history. */
export async function itemsPage(
  doubletake: Doubletake,
  account: KnownPlayer,
  back: OpenPage,
  number = 1,
): Promise<FormPage> {
  const { messages } = doubletake;
  const { rows, hasMore } = await itemsOf(doubletake, account.id, number);
  const player = account.name;
  const again = () => itemsPage(doubletake, account, back, number);
  const next = hasMore ? () => itemsPage(doubletake, account, again, number + 1) : undefined;
  return {
    title: messages.text("forms.items.title", { player }),
    text: messages.text(rows.length === 0 ? "commands.items.none" : "commands.items.title", { player }),
    choices: [...rows.map((item) => itemChoice(doubletake, item, again)), ...turningChoices(messages, next, back)],
  };
}

function itemChoice(doubletake: Doubletake, item: HandledItem, back: OpenPage): FormChoice {
  const { messages, clock } = doubletake;
  const label = messages.text("forms.button.item", {
    material: shownMaterial(item.material),
    id: shortId(item.itemId),
    ago: agoText(messages, item.lastTimestamp, clock.now()),
  });
  return { label, follow: () => historyPage(doubletake, item.itemId, back) };
}
