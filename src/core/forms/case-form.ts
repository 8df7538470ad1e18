import { caseLines } from "../commands/cases/case-lines.ts";
import { placesOfCase } from "../commands/cases/case-places.ts";
import { removeCopies } from "../commands/cases/remove.ts";
import { restoreCase } from "../commands/cases/restore.ts";
import { goToPlace } from "../commands/cases/tp.ts";
import { giveVerdict } from "../commands/cases/verdict-on-case.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { shortId } from "../commands/items/short-id.ts";
import { locationText } from "../messages/place-text.ts";
import { parseLocation } from "../model/location.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { whereIs } from "../model/seen-copy.ts";
import type { Player } from "../platform.ts";
import type { CaseRecord } from "../store.ts";
import { type FormChoice, type FormPage, type OpenPage, turningChoices } from "./form-page.ts";
import { historyPage } from "./history-form.ts";
import { itemsPage } from "./items-form.ts";

/** The most items, and the most players, of one case that get a button. */
const MAX_BUTTONS = 3;

/** One case with its evidence, and what can be done about it. `said` is the answer to the button that led here, shown above the case. */
export async function casePage(
  context: CommandContext,
  player: Player,
  number: number,
  back: OpenPage,
  said: readonly string[] = [],
): Promise<FormPage> {
  const { messages, store } = context;
  const record = await store.caseByNumber(number);
  const title = messages.text("forms.case.title", { case: number });
  const backChoice = turningChoices(messages, undefined, back);
  if (record === undefined) {
    return { title, text: messages.text("commands.case.unknown", { case: number }), choices: backChoice };
  }
  const again = (answer: readonly string[]) => casePage(context, player, number, back, answer);
  const lines = await caseLines(context, record);
  return {
    title,
    text: [...said, ...lines].join("\n"),
    choices: [
      ...verdictChoices(context, player, record, again),
      ...(await restoreChoice(context, player, record, again)),
      ...teleportChoices(context, player, record),
      ...furtherChoices(context, record, () => again([])),
      ...backChoice,
    ],
  };
}

type Again = (answer: readonly string[]) => Promise<FormPage>;

function verdictChoices(context: CommandContext, player: Player, record: CaseRecord, again: Again): FormChoice[] {
  const { messages, platform } = context;
  const { number } = record;
  const isOpen = record.status === "open";
  const verdicts = (isOpen ? (["confirm", "dismiss"] as const) : (["reopen"] as const)).map((verdict) => ({
    label: messages.text(`forms.button.${verdict}`, {}),
    follow: async () => again([await giveVerdict(context, verdict, number, player.name)]),
  }));
  if (!isOpen || platform.remove === undefined) return verdicts;
  const remove = async () => again([await removeCopies(context, number, player.name)]);
  return [...verdicts, { label: messages.text("forms.button.remove", {}), follow: remove }];
}

async function restoreChoice(
  context: CommandContext,
  player: Player,
  { number }: CaseRecord,
  again: Again,
): Promise<FormChoice[]> {
  const { messages, store } = context;
  const held = await store.quarantined({ caseNumber: number, state: "held" });
  if (held.length === 0) return [];
  const label = messages.text("forms.button.restore", {});
  return [{ label, follow: async () => again(await restoreCase(context, number, player.name)) }];
}

/** Buttons to every place with a known position. They close the form, because the player is then there. */
function teleportChoices(context: CommandContext, player: Player, record: CaseRecord): FormChoice[] {
  const { messages } = context;
  if (player.teleport === undefined) return [];
  return placesOfCase(record).flatMap(({ copy }, at) => {
    const { holderName } = copy;
    if (parseLocation(copy.location) === undefined) return [];
    const location = locationText(messages, copy.location, whereIs(copy).server);
    const number = at + 1;
    const holder = holderName === "" ? messages.rendered("alerts.nobody", {}) : holderName;
    const label = messages.text("forms.button.teleport", { number, holder, location });
    const follow = async () => {
      player.send(goToPlace(context, player, record, number));
      return undefined;
    };
    return [{ label, follow }];
  });
}

/** Buttons from the case to its items and to the players who had them. */
function furtherChoices(context: CommandContext, record: CaseRecord, back: OpenPage): FormChoice[] {
  const { messages } = context;
  const holders = record.copies.map(({ holderId, holderName }) => [holderId, holderName] as const);
  const players = new Map(
    [[record.playerId, record.playerName] as const, ...holders].filter(([id]) => id !== NIL_UUID),
  );
  return [
    ...record.itemIds.slice(0, MAX_BUTTONS).map((itemId) => ({
      label: messages.text("forms.button.history", { id: shortId(itemId) }),
      follow: () => historyPage(context, itemId, back),
    })),
    ...[...players].slice(0, MAX_BUTTONS).map(([id, name]) => ({
      label: messages.text("forms.button.items", { player: name }),
      follow: () => itemsPage(context, { id, name }, back),
    })),
  ];
}
