import type { RenderedText } from "../messages/message-keys.ts";
import { type Messages, textKey } from "../messages/messages.ts";
import type { Alert } from "../model/alert.ts";
import { plainName, plainText } from "./plain-text.ts";

/** How the keys of the texts begin that channels need: the thread that writes the bodies gets only these. */
export const OUTSIDE_TEXTS = ["notifications.", "alerts.nobody"] as const;

export function headlineOf(alert: Alert, messages: Messages): string {
  const headline = messages.rendered(`notifications.headline.${textKey(alert.type)}`, {});
  if (alert.server === "") return plainText(headline.rendered);
  return plainText(messages.text("notifications.headline-on-server", { headline, server: plainName(alert.server) }));
}

export function titleOf(alert: Alert, messages: Messages): string {
  return plainText(messages.text(`notifications.title.${textKey(alert.type)}`, {}));
}

/** Material, severity, and the case if there is one. */
export function footerOf({ material, severity, caseNumber }: Alert, messages: Messages): string {
  const values = { material: asIs(plainName(material)), severity: asIs(severity) };
  const text =
    caseNumber === 0
      ? messages.text("notifications.footer-without-case", values)
      : messages.text("notifications.footer", { ...values, case: caseNumber });
  // An empty footer is refused.
  return plainText(text).trim() || severity;
}

export function playerOf(alert: Alert, messages: Messages): string {
  return alert.player === "" ? plainText(messages.text("alerts.nobody", {})) : plainName(alert.player);
}

/**
 * The message for a channel that shows plain text. `inert` treats what comes from the game, but not the operator's own words: a link in
 * messages.yml stays a link.
 */
export function messageOf(alert: Alert, messages: Messages, inert: (data: string) => string): string {
  const joined = (names: readonly string[], between: string) => ({
    rendered: names.map((name) => inert(plainName(name))).join(between),
  });
  const text = messages.text("notifications.message", {
    headline: asIs(headlineOf(alert, messages)),
    player: inert(playerOf(alert, messages)),
    type: asIs(alert.type),
    severity: asIs(alert.severity),
    material: asIs(inert(plainName(alert.material))),
    actual: alert.actual,
    expected: alert.expected,
    excess: alert.actual - alert.expected,
    details: asIs(inert(plainText(alert.details))),
    id: inert(plainName(alert.itemId)),
    players: joined(alert.players, ", "),
    locations: joined(alert.locations, "; "),
    server: inert(plainName(alert.server)),
  });
  // An empty message is refused by every chat; an operator who emptied the text still wants the alert.
  return plainText(text).trim() || `${alert.plugin}: ${alert.type}`;
}

/** Outside the game constants stay constants, because a program may read the message. */
function asIs(text: string): RenderedText {
  return { rendered: text };
}

export function testTextOf(messages: Messages): string {
  return plainText(messages.text("notifications.test", {})).trim() || "Doubletake";
}
