import { ownText, type SharedWords } from "../alerts/alert-words.ts";
import { locationText } from "../messages/location-text.ts";
import type { RenderedText } from "../messages/message-keys.ts";
import type { Messages } from "../messages/messages.ts";
import { ENDED } from "../model/place.ts";
import { type SeenCopy, whereIs } from "../model/seen-copy.ts";
import type { CaseRecord } from "../store.ts";
import { trickText } from "../story/trick-text.ts";
import type { TrickCount } from "../story/tricks.ts";

/** Places named in one alert; the case has them all. */
const MAX_PLACES = 4;

/** What staff read behind the headline: what was seen where, in the language of `messages`. */
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

/** `Alex at world:1,64,2`; with the server of a network, and the size of a stack that should be one item. */
export function copyText(
  messages: Messages,
  copy: Pick<SeenCopy, "holderName" | "location" | "count"> & Partial<Pick<SeenCopy, "place" | "server">>,
): string {
  const { holderName, count, place = "" } = copy;
  const location = locationText(messages, copy.location, whereIs({ ...copy, place }).server);
  const holder = holderName === "" ? messages.rendered("alerts.nobody", {}) : holderName;
  return count > 1
    ? messages.text("alerts.place-stack", { holder, location, count })
    : messages.text("alerts.place", { holder, location });
}
