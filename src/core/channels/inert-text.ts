/**
 * Names and texts from the game are data. Each function here writes data so that one family of chats shows it unchanged: it pings nobody,
 * formats nothing, and cannot be clicked. Ordinary names come out unchanged.
 */

/** Invisible, and no part of a word, an address or a mention. */
const BREAK = "\u200b";

/** An underscore between letters or digits formats nothing, and `DIAMOND_SWORD` should stay as it is. */
const LOOSE_UNDERSCORE = /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/** For chats in which a backslash makes the next character plain (embed_chat). */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\*~`|<>[\]@]/g, "\\$&")
    .replaceAll(LOOSE_UNDERSCORE, "\\_")
    .replaceAll(/:(?=\/\/)/g, "\\:")
    .replaceAll(/^(\s*)([#+-])/gm, "$1\\$2")
    .replaceAll(/^(\s*\d+)\./gm, "$1\\.");
}

/**
 * For chats that turn anything like a mention, tag, command, address or number into a link (bot_chat). Our own commands stay whole, because
 * staff copy them from an alert into the game.
 */
export function breakLinks(text: string): string {
  return text
    .replaceAll(/[@#$](?=[\p{L}\p{N}_])/gu, `$&${BREAK}`)
    .replaceAll(/(?<![\p{L}\p{N}_])\/(?=[\p{L}\p{N}_])(?!(?:doubletake|dt) )/gu, `/${BREAK}`)
    .replaceAll(/:(?=\/\/)/g, `:${BREAK}`)
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${BREAK}`)
    .replaceAll(/\+(?=\d)/g, `+${BREAK}`);
}

/** For chats that also format and have no escape for it (hook_chat): look-alikes replace the formatting characters. */
export function breakMarkup(text: string): string {
  return breakLinks(text)
    .replaceAll(/[*~`]/g, (mark) => LOOK_ALIKES[mark]!)
    .replaceAll(LOOSE_UNDERSCORE, LOOK_ALIKES._!)
    .replaceAll(/:(?=[\w+'-]+:)/g, `:${BREAK}`)
    .replaceAll(/\](?=\()/g, `]${BREAK}`)
    .replaceAll(/^(?=\s*[>#+-])/gm, BREAK);
}

const LOOK_ALIKES: Readonly<Record<string, string>> = { "*": "∗", "~": "∼", "`": "ˋ", _: "ˍ" };
