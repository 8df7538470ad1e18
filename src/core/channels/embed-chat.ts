import type { APIEmbedField, RESTPostAPIWebhookWithTokenJSONBody } from "discord-api-types/v10";
import type { NotificationSettings } from "../config/settings.ts";
import type { Messages } from "../messages/messages.ts";
import type { Alert, Severity } from "../model/alert.ts";
import { parseLocation } from "../model/location.ts";
import { footerOf, headlineOf, playerOf, testTextOf, titleOf } from "./alert-texts.ts";
import type { Channel } from "./channel.ts";
import { cutText } from "./cut-text.ts";
import { escapeMarkdown } from "./inert-text.ts";
import { plainName, plainText } from "./plain-text.ts";

/** The published limits of the format. All fields together stay far below its limit of 6000 for one embed. */
const MAX_CONTENT = 2000;
const MAX_TITLE = 256;
const MAX_FIELD_VALUE = 1024;
const MAX_FOOTER = 2048;

const RED = 16711680;
const COLOURS: Readonly<Record<Severity, number>> = { CRITICAL: RED, HIGH: 16753920, MEDIUM: 16776960, LOW: 9807270 };

/** The Discord webhook format, with the body of section 4.4. */
export function embedChat({ embedChat: { enabled, webhookUrl } }: NotificationSettings): Channel {
  return {
    name: "embed_chat",
    isEnabled: enabled,
    required: { webhook_url: webhookUrl },
    addressKey: "webhook_url",
    address: webhookUrl,
    alertBody(alert, messages) {
      return {
        content: cutText(headlineOf(alert, messages), MAX_CONTENT),
        embeds: [
          {
            title: cutText(titleOf(alert, messages), MAX_TITLE),
            color: alert.type === "DUPLICATE_ITEM" ? RED : COLOURS[alert.severity],
            fields: isAboutDuplicate(alert) ? duplicateFields(alert) : otherFields(alert, messages),
            footer: { text: cutText(footerOf(alert, messages), MAX_FOOTER) },
            timestamp: new Date(alert.timestamp).toISOString(),
          },
        ],
        allowed_mentions: { parse: [] },
      } satisfies RESTPostAPIWebhookWithTokenJSONBody;
    },
    testBody(messages) {
      return {
        content: cutText(testTextOf(messages), MAX_CONTENT),
        allowed_mentions: { parse: [] },
      } satisfies RESTPostAPIWebhookWithTokenJSONBody;
    },
  };
}

function isAboutDuplicate({ type }: Alert): boolean {
  return type === "DUPLICATE_ITEM" || type === "DUPLICATE_SUSPECTED";
}

/** The specification gives the names of the fields, the same in every language. */
function duplicateFields({ itemId, players, locations }: Alert): APIEmbedField[] {
  return [
    field("Item UUID", plainName(itemId)),
    field("Players", players.map(plainName).join(", ")),
    field("Locations", locations.map(shownLocation).join("\n")),
  ];
}

function otherFields(alert: Alert, messages: Messages): APIEmbedField[] {
  return [
    field("Player", playerOf(alert, messages)),
    field("Item", plainName(alert.material)),
    field("Details", plainText(alert.details)),
  ];
}

/** The format refuses a field without a value. */
function field(name: string, value: string): APIEmbedField {
  return { name, value: cutText(value.trim() === "" ? "–" : value, MAX_FIELD_VALUE, escapeMarkdown) };
}

function shownLocation(text: string): string {
  const location = parseLocation(text);
  if (location === undefined) return plainName(text);
  return `${plainName(location.world)}: ${location.x},${location.y},${location.z}`;
}
