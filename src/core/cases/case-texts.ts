import { ownText, type SharedWords } from "../alerts/alert-words.ts";
import type { RenderedText } from "../messages/message-keys.ts";
import type { Messages } from "../messages/messages.ts";
import { copyText } from "../messages/place-text.ts";
import { ENDED } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { CaseRecord } from "../store.ts";
import { trickText } from "../story/trick-text.ts";
import type { TrickCount } from "../story/tricks.ts";

/** Places named in one alert; the case has them all. */
const MAX_PLACES = 4;

/** The text of an alert below its headline: what was seen where, in the language of `messages`. */
export function caseDetails(
  messages: Messages,
  shared: SharedWords,
  record: CaseRecord,
  seen: readonly SeenCopy[],
  trick?: TrickCount | undefined,
): string {
  const id = seen[0]?.itemId ?? record.itemIds[0] ?? "";
  const copies = seen.filter((copy) => copy.itemId === id);
  const contested =
    record.cause === "copied-world"
      ? "alerts.copied-world"
      : copies.at(-1)?.place === ENDED
        ? "alerts.duplicate-ended"
        : "alerts.duplicate-suspected";
  const text =
    record.type === "DUPLICATE_ITEM"
      ? ownText(messages, "alerts.duplicate-item", {
          ...shared,
          id,
          count: shared.actual,
          places: placesText(messages, copies),
        })
      : ownText(messages, contested, {
          ...shared,
          id,
          here: placesText(messages, copies.slice(0, -1)),
          there: placesText(messages, copies.slice(-1)),
        });
  const more = record.itemIds.length - 1;
  const suffixes = [
    ...(more > 0 ? [messages.plural("alerts.more-items", { count: more })] : []),
    ...(record.cause === "crash" ? [messages.text("alerts.crash", {})] : []),
    ...(trick ? [messages.text("alerts.trick", { trick: trickText(messages, trick) })] : []),
    ...(record.number > 0 ? [messages.text("alerts.case", { case: record.number })] : []),
  ];
  return [text, ...suffixes].join(" ");
}

function placesText(messages: Messages, copies: readonly SeenCopy[]): RenderedText {
  const shown = copies.slice(0, MAX_PLACES).map((copy) => copyText(messages, copy));
  const more = copies.length - shown.length;
  if (more > 0) shown.push(messages.plural("alerts.more-places", { count: more }));
  return { rendered: shown.join("; ") };
}
