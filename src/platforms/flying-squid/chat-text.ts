import type { SquidServer } from "./squid-server.ts";

/**
 * A text with `§` codes in the form that `player.chat` of flying-squid 1.12 takes: up to 1.20.2 it reads `&` codes, and would
 * take those that a player wrote into an item's name for its own; later it sends the text as it is.
 */
export function chatText(serv: Pick<SquidServer, "supportFeature">, text: string): string {
  if (serv.supportFeature("chatPacketsUseNbtComponents")) return text;
  return text.replaceAll("&", "&&").replaceAll("§", "&");
}
