import type { BotMessageEvent } from "@slack/types";
import type { NotificationSettings } from "../config/settings.ts";
import { messageOf, testTextOf } from "./alert-texts.ts";
import type { Channel } from "./channel.ts";
import { cutText } from "./cut-text.ts";
import { breakMarkup } from "./inert-text.ts";

/** The platform splits longer messages, possibly in the middle of an escape sequence. */
const MAX_TEXT = 4000;

/** The Slack incoming-webhook format. */
export function hookChat({ hookChat: { enabled, webhookUrl } }: NotificationSettings): Channel {
  return {
    name: "hook_chat",
    isEnabled: enabled,
    required: { webhook_url: webhookUrl },
    addressKey: "webhook_url",
    address: webhookUrl,
    alertBody: (alert, messages) => body(messageOf(alert, messages, breakMarkup)),
    testBody: (messages) => body(testTextOf(messages)),
  };
}

function body(text: string) {
  return { text: cutText(text, MAX_TEXT, escapeControlCharacters) } satisfies Pick<BotMessageEvent, "text">;
}

/** Escapes the three characters that the format asks for; that also disables its mentions and links. */
function escapeControlCharacters(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
