import { playerText } from "../commands/cases/case-lines.ts";
import { casesOf } from "../commands/cases/cases.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { giveCommand, giveItem } from "../commands/items/give.ts";
import { noticesCommand, switchNotices } from "../commands/server/notices.ts";
import { agoText } from "../messages/time-text.ts";
import { materialName } from "../model/material.ts";
import { serversOf } from "../model/seen-copy.ts";
import { PERMISSIONS, type Permission, type Player } from "../platform.ts";
import type { CaseRecord } from "../store.ts";
import { readItemId } from "../tagging/item-tag.ts";
import { casePage } from "./case-form.ts";
import { type FormChoice, type FormPage, type OpenPage, turningChoices } from "./form-page.ts";
import { historyPage } from "./history-form.ts";
import { playersPage } from "./items-form.ts";

const ADMIN: readonly Permission[] = ["doubletake.admin"];
/** The permissions to read the history of an item: of every item, or of the item in the hand. */
const HISTORY: readonly Permission[] = ["doubletake.admin", "doubletake.test"];

/**
 * The first form: what this player may do. For staff these are the open cases, and the ways to an item or a player. `said` is
 * the answer to the button that led here.
 */
export async function firstPage(
  context: CommandContext,
  player: Player,
  said: readonly string[] = [],
  number = 1,
): Promise<FormPage> {
  const { messages } = context;
  const again = (answer: readonly string[] = []) => firstPage(context, player, answer, number);
  const turn = (to: number) => firstPage(context, player, [], to);
  const isStaff = player.hasPermission("doubletake.admin");
  const cases = isStaff ? await openCases(context, player, number, () => again(), turn) : undefined;
  return {
    title: messages.text("forms.cases.title", {}),
    text: [...said, cases?.text ?? messages.text("forms.first.text", {})].join("\n"),
    permissions: PERMISSIONS,
    choices: [
      ...(cases?.choices ?? []),
      ...(isStaff ? [closedCasesChoice(context, player, () => again())] : []),
      ...heldItemChoice(context, player, () => again()),
      ...(isStaff ? [playersChoice(context, () => again())] : []),
      ...noticesChoice(context, player, again),
      ...giveChoice(context, player, again),
    ],
  };
}

type Again = (answer: readonly string[]) => Promise<FormPage>;

async function openCases(
  context: CommandContext,
  player: Player,
  number: number,
  back: OpenPage,
  turn: (to: number) => Promise<FormPage>,
): Promise<Pick<FormPage, "text" | "choices">> {
  const { messages, store } = context;
  const { openCases: count } = await store.counts();
  const { rows, hasMore } = await casesOf(context, { which: "open" }, number);
  const next = hasMore ? () => turn(number + 1) : undefined;
  const previous = number > 1 ? () => turn(number - 1) : undefined;
  const choices = [
    ...rows.map((record) => caseChoice(context, player, record, back)),
    ...turningChoices(messages, next, previous),
  ];
  return {
    text: count === 0 ? messages.text("commands.cases.none-open", {}) : messages.plural("forms.cases.text", { count }),
    choices: choices.map((choice) => ({ ...choice, permissions: ADMIN })),
  };
}

function caseChoice(context: CommandContext, player: Player, record: CaseRecord, back: OpenPage): FormChoice {
  const { messages, clock } = context;
  const { number, type, material, openedMs } = record;
  const ago = agoText(messages, openedMs, clock.now());
  const server = serversOf(record.copies);
  const label = messages.text("forms.button.case", {
    case: number,
    type,
    player: playerText(messages, record),
    material,
    ago: server === "" ? ago : messages.rendered("places.location-on-server", { location: ago, server }),
  });
  return { label, follow: () => casePage(context, player, number, back) };
}

function closedCasesChoice(context: CommandContext, player: Player, back: OpenPage): FormChoice {
  const label = context.messages.text("forms.button.closed-cases", {});
  return { label, permissions: ADMIN, follow: () => closedCases(context, player, back) };
}

/** The cases that staff or the service have finished; the newest first. */
async function closedCases(context: CommandContext, player: Player, back: OpenPage, number = 1): Promise<FormPage> {
  const { messages } = context;
  const again = () => closedCases(context, player, back, number);
  const { rows, hasMore } = await casesOf(context, { which: "closed" }, number);
  const next = hasMore ? () => closedCases(context, player, again, number + 1) : undefined;
  return {
    title: messages.text("forms.button.closed-cases", {}),
    text: messages.text(rows.length === 0 ? "commands.cases.none-closed" : "commands.cases.title-closed", {}),
    choices: [
      ...rows.map((record) => caseChoice(context, player, record, again)),
      ...turningChoices(messages, next, back),
    ],
  };
}

/** A button to the history of the held item, if it is tracked. */
function heldItemChoice(context: CommandContext, player: Player, back: OpenPage): FormChoice[] {
  const held = player.heldItem();
  const itemId = readItemId(held);
  if (held === undefined || itemId === null) return [];
  if (!HISTORY.some((permission) => player.hasPermission(permission))) return [];
  const label = context.messages.text("forms.button.held-history", { material: materialName(held.material) });
  return [{ label, permissions: HISTORY, follow: () => historyPage(context, itemId, back, HISTORY) }];
}

function playersChoice(context: CommandContext, back: OpenPage): FormChoice {
  const label = context.messages.text("forms.button.players", {});
  return { label, permissions: ADMIN, follow: () => playersPage(context, back) };
}

function noticesChoice(context: CommandContext, player: Player, again: Again): FormChoice[] {
  if (!player.hasPermission(noticesCommand.permission)) return [];
  const isOn = !context.mutes.isMuted(player.id);
  const label = context.messages.text(isOn ? "forms.button.notices-off" : "forms.button.notices-on", {});
  const follow = async () => again([await switchNotices(context, player, !isOn)]);
  return [{ label, permissions: [noticesCommand.permission], follow }];
}

function giveChoice(context: CommandContext, player: Player, again: Again): FormChoice[] {
  if (!player.hasPermission(giveCommand.permission)) return [];
  const label = context.messages.text("forms.button.give", {});
  return [{ label, permissions: [giveCommand.permission], follow: () => again([giveItem(context, player)]) }];
}
