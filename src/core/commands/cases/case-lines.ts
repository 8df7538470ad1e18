import { nextCommands } from "../../cases/next-commands.ts";
import { isHoldReason } from "../../cases/removal/keep-rule.ts";
import type { RenderedText } from "../../messages/message-keys.ts";
import type { Messages } from "../../messages/messages.ts";
import { locationText, placeOfCopy } from "../../messages/place-text.ts";
import { timeText } from "../../messages/time-text.ts";
import type { CaseAct, CaseRecord, CaseStatus } from "../../store.ts";
import { storyLines } from "../../story/story-lines.ts";
import { trickLines } from "../../story/trick-text.ts";
import type { CommandContext } from "../command-context.ts";
import { transferLines } from "../items/show-history.ts";
import { type CasePlace, placesOfCase } from "./case-places.ts";

/** How much of a long case is shown; the rest is in the report. */
const MAX_ITEMS = 3;
const MAX_TRANSFERS = 5;
const MAX_STEPS = 6;

/** One case with its evidence, as the command and the form show it. */
export async function caseLines(context: CommandContext, record: CaseRecord): Promise<string[]> {
  const { messages, store } = context;
  const held = await store.quarantined({ caseNumber: record.number, state: "held" });
  return [
    ...aboutLines(context, record),
    ...placesOfCase(record).map((place, at) => placeLine(context, place, at + 1)),
    ...birthLines(context, record),
    ...(await happenedLines(context, record)),
    ...actLines(context, record.acts),
    ...(held.length > 0 ? [messages.plural("commands.case.quarantined", { count: held.length })] : []),
  ];
}

/** What can be done about the case next, as staff would type it. */
export async function nextSteps({ messages, store, platform }: CommandContext, record: CaseRecord): Promise<string> {
  const held = await store.quarantined({ caseNumber: record.number, state: "held" });
  const commands = nextCommands(record, { hasHeld: held.length > 0, canRemove: platform.remove !== undefined });
  return messages.text("commands.case.next-steps", { steps: `/doubletake ${commands.join(" · ")}` });
}

export function statusText(messages: Messages, status: CaseStatus): RenderedText {
  return messages.rendered(`commands.case.status.${status}`, {});
}

/** The player that a case names, or a word for nobody. */
export function playerText(messages: Messages, { playerName }: CaseRecord): string | RenderedText {
  return playerName === "" ? messages.rendered("alerts.nobody", {}) : playerName;
}

function aboutLines({ messages, clock }: CommandContext, record: CaseRecord): string[] {
  const { number, type, severity, status, material, openedMs, cause, itemIds } = record;
  const more = itemIds.length - MAX_ITEMS;
  return [
    messages.text("commands.case.title", { case: number, type, severity, status: statusText(messages, status) }),
    messages.text("commands.case.about", {
      player: playerText(messages, record),
      material,
      time: timeText(messages, openedMs, clock.now()),
    }),
    ...(cause === "crash" ? [messages.text("commands.case.crash", {})] : []),
    ...(cause === "copied-world" ? [messages.text("commands.case.copied-world", {})] : []),
    ...itemIds.slice(0, MAX_ITEMS).map((id) => messages.text("commands.case.item", { id })),
    ...(more > 0 ? [messages.plural("commands.case.more-items", { count: more })] : []),
  ];
}

function placeLine({ messages, clock }: CommandContext, { copy, count }: CasePlace, number: number): string {
  const where = placeOfCopy(messages, copy);
  const place = count > 1 ? { rendered: messages.plural("places.copies", { count, place: where }) } : where;
  const time = timeText(messages, copy.seenMs, clock.now());
  return messages.text("commands.case.place", { number, place, location: locationText(messages, copy.location), time });
}

/** How the first copy came to be, and whether the same was done before. */
function birthLines({ messages, tricks }: CommandContext, record: CaseRecord): string[] {
  const [birth, ...others] = record.births ?? [];
  if (birth === undefined) return [];
  return [
    ...storyLines(messages, birth, MAX_STEPS),
    ...(others.length > 0 ? [messages.plural("story.more", { count: others.length })] : []),
    ...trickLines(messages, tricks, [record]),
  ];
}

/** The transfers of the case's first item, which has any. Those of others would read as if they were its own; `history` has them. */
async function happenedLines(context: CommandContext, record: CaseRecord): Promise<string[]> {
  const { messages } = context;
  const [first] = record.transfers;
  if (first === undefined) return [];
  const transfers = record.transfers.filter(({ itemId }) => itemId === first.itemId);
  const more = transfers.length - MAX_TRANSFERS;
  return [
    messages.text("commands.case.transfers", {}),
    ...(await transferLines(context, transfers.slice(0, MAX_TRANSFERS))),
    ...(more > 0 ? [messages.plural("commands.case.more-transfers", { count: more })] : []),
  ];
}

function actLines({ messages, clock }: CommandContext, acts: readonly CaseAct[]): string[] {
  if (acts.length === 0) return [];
  const lines = acts.map(({ act, by, atMs, note }) => {
    const values = {
      time: timeText(messages, atMs, clock.now()),
      by,
      act: messages.rendered(`commands.case.did.${act}`, {}),
    };
    // The reason for holding back is on record as a key, so that everybody reads it in their own language.
    const said = isHoldReason(note) ? messages.rendered(`removal.held.${note}`, {}) : note;
    return note === ""
      ? messages.text("commands.case.act", values)
      : messages.text("commands.case.act-with-note", { ...values, note: said });
  });
  return [messages.text("commands.case.acts", {}), ...lines];
}
