import type { Opts } from "@grammyjs/types";
import type { NotificationSettings } from "../config/settings.ts";
import { messageOf, testTextOf } from "./alert-texts.ts";
import type { Channel } from "./channel.ts";
import { cutText } from "./cut-text.ts";
import { breakLinks } from "./inert-text.ts";

/** The published limit of the format. */
const MAX_TEXT = 4096;

/** The Telegram Bot API: `sendMessage` without a markup mode. The token is part of the address, and nowhere else. */
export function botChat({ botChat: { enabled, botToken, chatId, apiUrl } }: NotificationSettings): Channel {
  // Text, never a number: channel ids have more digits than some receivers' numbers can hold.
  const chat = chatId.trim();
  const body = (text: string) =>
    ({ chat_id: chat, text: cutText(text, MAX_TEXT) }) satisfies Opts<never>["sendMessage"];
  return {
    name: "bot_chat",
    isEnabled: enabled,
    required: { bot_token: botToken, chat_id: chatId, api_url: apiUrl },
    addressKey: "api_url",
    address: `${apiUrl.trim().replace(/\/+$/, "")}/bot${botToken.trim()}/sendMessage`,
    alertBody: (alert, messages) => body(messageOf(alert, messages, breakLinks)),
    testBody: (messages) => body(testTextOf(messages)),
  };
}
