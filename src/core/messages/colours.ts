/** Colour and format codes of both editions of the game: digits, and letters a to u. */
const CODE = "0-9a-u";

const CODED = new RegExp(`&([${CODE}])`, "gi");

/** `&c` becomes `§c`; hex forms, which no game here understands in this shape, are dropped. An `&` without a code stays. */
export function translateColours(text: string): string {
  return text
    .replaceAll(/[&§]#[0-9a-f]{6}/gi, "")
    .replaceAll(/[&§]x(?:[&§][0-9a-f]){6}/gi, "")
    .replaceAll(CODED, (_, code: string) => `§${code.toLowerCase()}`);
}

/** Codes in a text that no game has: they would be shown as they are. */
export function unknownColours(text: string): string[] {
  return [...text.matchAll(new RegExp(`&(?!#[0-9a-f]{6}|x&)[^${CODE}\\s&]`, "giu"))].map(([code]) => code);
}

/** A rendered text without its colours, for channels, the console and tests. */
export function withoutColours(text: string): string {
  return text.replaceAll(/§(?:#[0-9a-f]{6}|x(?:§[0-9a-f]){6}|.|$)/giu, "");
}

/** Makes data (names of players, items, worlds) safe for a rendered text: it can neither colour nor break a line. */
export function asData(value: string | number): string {
  return String(value)
    .replaceAll("§", "")
    .replaceAll(/\p{Cc}+/gu, " ");
}
