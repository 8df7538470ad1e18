import { readableName, splitAtItemNames } from "../../../index.ts";
import type { SquidPlayer, SquidServer } from "../squid-server.ts";

type Language = Readonly<Record<string, string | undefined>> | undefined;
type Server = Pick<SquidServer, "supportFeature"> & { readonly registry: { readonly language?: Language } };

/** A piece of chat in the game's own form. */
interface ChatPart {
  readonly text?: string;
  /** The client replaces this key by the word of its own language. */
  readonly translate?: string;
  readonly color?: string;
  readonly bold?: boolean;
}

/** Sends a text with `§` codes to a player. Names of items are sent as keys, which each client shows in its own language. */
export function sendText(host: Pick<SquidPlayer, "chat" | "_client">, serv: Server, text: string): void {
  const parts = chatParts(text, serv.registry.language);
  if (parts.every(({ translate }) => translate === undefined)) {
    host.chat(chatText(serv, parts.map((part) => part.text ?? "").join("")));
  } else if (serv.supportFeature("chatPacketsUseNbtComponents")) {
    // flying-squid 1.12 can turn only plain texts into NBT.
    host._client.write("system_chat", { content: compound({ text: "" }, parts), isActionBar: false });
  } else host.chat({ text: "", extra: parts });
}

/**
 * Converts a text with `§` codes for `player.chat` of flying-squid 1.12. Up to 1.20.2 that reads `&` codes, including any that
 * a player wrote into an item's name, so those are escaped. Later it sends the text as it is.
 */
function chatText(serv: Pick<SquidServer, "supportFeature">, text: string): string {
  if (serv.supportFeature("chatPacketsUseNbtComponents")) return text;
  return text.replaceAll("&", "&&").replaceAll("§", "&");
}

/** Parts do not pass their colours on, so each part begins with the codes in force there. */
export function chatParts(text: string, language: Language): ChatPart[] {
  let codes = "";
  return splitAtItemNames(text).map((part) => {
    const key = typeof part === "string" ? undefined : keyOf(part.material, language);
    if (key !== undefined) return { translate: key, ...styleOf(codes) };
    const shown = codes + (typeof part === "string" ? part : readableName(part.material));
    codes = codesAfter(shown);
    return { text: shown };
  });
}

/** A material that is both an item and a block, such as wheat, has both keys; the item's key comes first. */
function keyOf(material: string, language: Language): string | undefined {
  const name = material.toLowerCase();
  return [`item.minecraft.${name}`, `block.minecraft.${name}`].find((key) => language?.[key] !== undefined);
}

/** The codes in force at the end of a text. A colour cancels the formats before it. */
function codesAfter(text: string): string {
  let codes = "";
  for (const [code, letter] of text.matchAll(/§([0-9a-fk-or])/g)) {
    if (letter === "r") codes = "";
    else codes = COLOURS[letter!] === undefined ? codes + code : code;
  }
  return codes;
}

function styleOf(codes: string): Pick<ChatPart, "color" | "bold"> {
  const color = COLOURS[codes[1] ?? ""];
  return { ...(color !== undefined && { color }), ...(codes.includes("§l") && { bold: true }) };
}

const COLOURS: Readonly<Record<string, string>> = {
  0: "black",
  1: "dark_blue",
  2: "dark_green",
  3: "dark_aqua",
  4: "dark_red",
  5: "dark_purple",
  6: "gold",
  7: "gray",
  8: "dark_gray",
  9: "blue",
  a: "green",
  b: "aqua",
  c: "red",
  d: "light_purple",
  e: "yellow",
  f: "white",
};

/** Converts a part to NBT, the form of chat from 1.20.3 on. */
function compound(part: ChatPart, extra: readonly ChatPart[] = []): object {
  const fields = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === "string" ? { type: "string", value } : { type: "byte", value: Number(value) },
  ]);
  const list = extra.map((inner) => (compound(inner) as { value: object }).value);
  return {
    type: "compound",
    name: "",
    value: {
      ...Object.fromEntries(fields),
      ...(list.length > 0 && { extra: { type: "list", value: { type: "compound", value: list } } }),
    },
  };
}
