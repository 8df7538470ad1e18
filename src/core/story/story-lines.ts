import type { MessageValue, RenderedText } from "../messages/message-keys.ts";
import type { Messages } from "../messages/messages.ts";
import { placeText } from "../messages/place-text.ts";
import { dateText, timeOfDay } from "../messages/time-text.ts";
import type { Birth, BirthLook, BirthPlace, BirthStep } from "../model/birth.ts";
import { onAnotherServer, placeKind } from "../model/place.ts";

/**
 * A birth as a short story. It has a title with the date, a line for what the last look found, a line for each step, and a line for what
 * the next look found. If there are more steps than `mostSteps`, only the last are told.
 */
export function storyLines(messages: Messages, birth: Birth, mostSteps = Number.POSITIVE_INFINITY): string[] {
  const { single, double, steps } = birth;
  const isInDark = double.places.some(({ isDark }) => isDark);
  const told = steps.slice(-Math.min(mostSteps, steps.length));
  // A step in the same millisecond as the look came after it.
  const before = single ? told.filter(({ atMs }) => atMs < single.atMs) : [];
  const toldSteps = (some: readonly BirthStep[]) => some.map((step) => stepLine(messages, step));
  return [
    messages.text("story.title", { date: dateText(double.atMs) }),
    ...toldSteps(before),
    ...(single ? [lookLine(messages, single, "story.one")] : []),
    ...toldSteps(told.slice(before.length)),
    lookLine(messages, double, isInDark ? "story.turned-up" : "story.two"),
  ];
}

function lookLine(
  messages: Messages,
  { atMs, places }: BirthLook,
  key: "story.one" | "story.two" | "story.turned-up",
): string {
  const named = places.map((place) => lookedAt(messages, place)).join("; ");
  const text = messages.rendered(key, { places: { rendered: named } });
  return messages.text("story.line", { time: timeOfDay(atMs), text });
}

function lookedAt(messages: Messages, { place, location, holder, isDark }: BirthPlace): string {
  const { rendered } = placeText(messages, place, placeKind(place) === "block" ? "" : holder);
  const where = [rendered, location].filter(Boolean).join(" ");
  return isDark ? messages.text("story.dark", { place: { rendered: where } }) : where;
}

function stepLine(messages: Messages, step: BirthStep): string {
  const { atMs, times, phase } = step;
  const once = stepText(messages, step);
  const text = times === undefined ? once : messages.rendered("story.times", { text: once, count: times });
  return messages.text(phase === "making" ? "story.making-line" : "story.line", { time: timeOfDay(atMs), text });
}

function stepText(messages: Messages, step: BirthStep): RenderedText {
  const { kind, material, place, openTo } = step;
  const player = actorText(messages, step);
  const where = place === undefined ? messages.rendered("places.unknown-position", {}) : placeIn(messages, step, place);
  switch (kind) {
    case "put":
    case "took":
    case "moved":
      return messages.rendered(`story.step.${kind}`, { player, material, place: where });
    case "break":
      if (place === undefined || placeKind(place.place) === "ground")
        return messages.rendered("story.step.break-ground", { player });
      if (openTo !== undefined)
        return messages.rendered("story.step.break-open", { player, place: where, viewer: openTo });
      return messages.rendered("story.step.break", { player, place: where });
    case "open":
    case "close":
      return messages.rendered(`story.step.${kind}`, { player, place: where });
    case "light":
      return messages.rendered("story.step.light", { place: where });
    case "join":
      return messages.rendered(step.isSecondSession ? "story.step.join-again" : "story.step.join", { player });
    case "respawn":
    case "leave":
    case "kick":
      return messages.rendered(`story.step.${kind}`, { player });
    case "save":
      return step.player === ""
        ? messages.rendered("story.step.save", {})
        : messages.rendered("story.step.save-player", { player });
    case "vanish":
      return messages.rendered("story.step.vanish", { material });
    case "late":
      return messages.rendered("story.step.late", { ms: Math.round(step.tookMs ?? 0) });
    case "load":
    case "unload":
    case "start":
    case "crash":
      return messages.rendered(`story.step.${kind}`, {});
    default:
      return messages.rendered(`story.step.${kind}`, { player, material });
  }
}

function actorText(messages: Messages, { player, playerWas }: BirthStep): MessageValue {
  const name = player === "" ? messages.rendered("alerts.nobody", {}) : player;
  return playerWas === undefined ? name : messages.rendered(`story.${playerWas}`, { player: name });
}

/** Names the place as part of a sentence. */
function placeIn(
  messages: Messages,
  { isPlaceGone }: BirthStep,
  { place, location, holder }: BirthPlace,
): RenderedText {
  if (isPlaceGone) return messages.rendered("story.place.window", {});
  const elsewhere = onAnotherServer(place);
  const kind = placeKind(place);
  if (elsewhere !== undefined || kind === undefined) return placeText(messages, place, holder);
  if (kind === "block") return messages.rendered("story.place.block", { location });
  if (kind === "player" || kind === "ender") return messages.rendered(`story.place.${kind}`, { holder });
  return messages.rendered(`story.place.${kind}`, {});
}
