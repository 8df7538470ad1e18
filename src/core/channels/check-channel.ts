import type { NotificationSettings } from "../config/settings.ts";
import { botChat } from "./bot-chat.ts";
import type { Channel } from "./channel.ts";
import { embedChat } from "./embed-chat.ts";
import { genericChannel } from "./generic.ts";
import { hookChat } from "./hook-chat.ts";

/** Says whether a channel can be used as configured in config.yml. */
export type ChannelCheck =
  | { readonly kind: "off" }
  | { readonly kind: "incomplete"; readonly key: string; readonly problem: "empty" | "no-web-address" }
  | { readonly kind: "ready"; readonly url: URL };

/** Every channel there is, enabled or not. A new one is a file beside these and a line here. */
export function allChannels(settings: NotificationSettings): readonly Channel[] {
  return [embedChat(settings), botChat(settings), hookChat(settings), genericChannel(settings)];
}

export function checkChannel({ isEnabled, required, addressKey, address }: Channel): ChannelCheck {
  if (!isEnabled) return { kind: "off" };
  for (const [key, value] of Object.entries(required)) {
    if (value.trim() === "") return { kind: "incomplete", key, problem: "empty" };
  }
  const isWebAddress = [required[addressKey], address].every((text) => webAddress(text ?? "") !== undefined);
  if (!isWebAddress) return { kind: "incomplete", key: addressKey, problem: "no-web-address" };
  return { kind: "ready", url: webAddress(address)! };
}

/** Other protocols (`file:`, `javascript:`) do not lead to a chat. */
function webAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}
