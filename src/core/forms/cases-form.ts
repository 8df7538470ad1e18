import { playerText } from "../commands/case-lines.ts";
import { casesOf } from "../commands/cases.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { materialName } from "../material.ts";
import { agoText } from "../messages/time-text.ts";
import type { Player } from "../platform.ts";
import type { CaseRecord } from "../store.ts";
import { readItemId } from "../tagging/item-tag.ts";
import { casePage } from "./case-form.ts";
import { type FormChoice, type FormPage, turningChoices } from "./form-page.ts";
import { historyPage } from "./history-form.ts";
import { playersPage } from "./items-form.ts";

/** The first form: the open cases, and the ways to an item or a player. */
export async function openCasesPage(context: CommandContext, player: Player, number = 1): Promise<FormPage> {
  const { messages, store } = context;
  const { openCases } = await store.counts();
  const { rows, hasMore } = await casesOf(context, "open", number);
  const again = () => openCasesPage(context, player, number);
  const turn = (to: number) => () => openCasesPage(context, player, to);
  return {
    title: messages.text("forms.cases.title", {}),
    text:
      openCases === 0
        ? messages.text("commands.cases.none-open", {})
        : messages.plural("forms.cases.text", { count: openCases }),
    choices: [
      ...rows.map((record) => caseChoice(context, player, record, again)),
      ...turningChoices(messages, hasMore ? turn(number + 1) : undefined, number > 1 ? turn(number - 1) : undefined),
      ...heldItemChoice(context, player, again),
      { label: messages.text("forms.button.players", {}), follow: () => playersPage(context, again) },
    ],
  };
}

function caseChoice(
  context: CommandContext,
  player: Player,
  record: CaseRecord,
  back: () => Promise<FormPage>,
): FormChoice {
  const { messages, clock } = context;
  const { number, type, material, openedMs } = record;
  const label = messages.text("forms.button.case", {
    case: number,
    type,
    player: playerText(messages, record),
    material,
    ago: agoText(messages, openedMs, clock.now()),
  });
  return { label, follow: () => casePage(context, player, number, back) };
}

/** The way to the history of what the player holds, if that is tracked. */
function heldItemChoice(context: CommandContext, player: Player, back: () => Promise<FormPage>): FormChoice[] {
  const held = player.heldItem();
  const itemId = readItemId(held);
  if (held === undefined || itemId === null) return [];
  const label = context.messages.text("forms.button.held-history", { material: materialName(held.material) });
  return [{ label, follow: () => historyPage(context, itemId, back) }];
}
