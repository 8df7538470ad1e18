import type { RenderedText } from "../messages/message-keys.ts";
import type { Messages } from "../messages/messages.ts";
import { dateText } from "../messages/time-text.ts";
import type { CaseRecord } from "../store.ts";
import type { TrickCount, Tricks } from "./tricks.ts";

/** The most tricks told below one list. */
const MAX_TRICKS = 3;

/** `the same trick was seen 14 times with 3 players since 2026-11-10`. */
export function trickText(messages: Messages, { times, players, sinceMs }: TrickCount): RenderedText {
  const since = dateText(sinceMs);
  const often = { rendered: messages.plural("story.trick-times", { count: times }) };
  if (players === 0) return messages.rendered("story.trick", { times: often, since });
  const who = { rendered: messages.plural("story.trick-players", { count: players }) };
  return messages.rendered("story.trick-by", { times: often, players: who, since });
}

/** One line for each trick among these cases, with the numbers of its newest cases. */
export function trickLines(
  messages: Messages,
  tricks: Pick<Tricks, "trickOf">,
  records: readonly CaseRecord[],
  mostTricks = MAX_TRICKS,
): string[] {
  const byTrick = new Map(records.map((record) => [record.births?.[0]?.trick, tricks.trickOf(record)]));
  const counts = [...byTrick.values()].filter((count) => count !== undefined);
  return counts.slice(0, mostTricks).map((count) => {
    const cases = count.cases.join(", ") + (count.times > count.cases.length ? ", …" : "");
    return messages.text("story.one-trick", { cases, trick: trickText(messages, count) });
  });
}
