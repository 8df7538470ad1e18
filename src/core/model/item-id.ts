const CANONICAL_LENGTH = 36;

/** The value of each hexadecimal digit by its character code; 255 for every other character. */
const DIGITS = new Uint8Array(128).fill(255);
for (let digit = 0; digit < 16; digit++) {
  const character = digit.toString(16);
  DIGITS[character.charCodeAt(0)] = digit;
  DIGITS[character.toUpperCase().charCodeAt(0)] = digit;
}

const BYTE_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Returns the id in canonical form (8-4-4-4-12 hexadecimal digits, lower case, any version), or `undefined` if the text is no UUID. Upper
 * case is the same id.
 */
export function canonicalItemId(text: string | null | undefined): string | undefined {
  if (typeof text !== "string" || text.length !== CANONICAL_LENGTH) return undefined;
  let hasUpperCase = false;
  for (let at = 0; at < CANONICAL_LENGTH; at++) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== 45) return undefined;
    } else {
      if (code > 127 || DIGITS[code] === 255) return undefined;
      if (code < 97 && code > 57) hasUpperCase = true;
    }
  }
  return hasUpperCase ? text.toLowerCase() : text;
}

/** The fewest characters of an id that people may type instead of the whole. */
export const MIN_ID_CHARACTERS = 8;

/** The typed text as the beginning of a canonical id, wherever its hyphens are; `undefined` if no id can begin like this. */
export function idPrefix(typed: string): string | undefined {
  const digits = typed.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return undefined;
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)];
  return parts.filter((part) => part !== "").join("-");
}

/** How many 32-bit words hold an id. */
export const ID_WORDS = 4;

/** Writes a canonical id as four 32-bit words, so that a row or a column holds it without a string. */
export function writeIdWords(id: string, words: Int32Array, at: number): void {
  words[at] = hexWord(id, 0, 8);
  words[at + 1] = (hexWord(id, 9, 13) << 16) | hexWord(id, 14, 18);
  words[at + 2] = (hexWord(id, 19, 23) << 16) | hexWord(id, 24, 28);
  words[at + 3] = hexWord(id, 28, 36);
}

/** A canonical id as words, in an array of its own. */
export function idWords(id: string): Int32Array {
  const words = new Int32Array(ID_WORDS);
  writeIdWords(id, words, 0);
  return words;
}

/** The canonical text of an id that `writeIdWords` wrote. */
export function readIdWords(words: Int32Array, at: number): string {
  const [a, b, c, d] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!];
  const [first, last] = [digits(a >>> 16) + digits(a), digits(d >>> 16) + digits(d)];
  return `${first}-${digits(b >>> 16)}-${digits(b)}-${digits(c >>> 16)}-${digits(c)}${last}`;
}

/** The canonical text of an id that is written in sixteen bytes. */
export function idFromBytes(bytes: Uint8Array): string {
  const words = new Int32Array(ID_WORDS);
  for (let at = 0; at < bytes.length; at++) words[at >> 2] = (words[at >> 2]! << 8) | bytes[at]!;
  return readIdWords(words, 0);
}

/** The four digits of the lower half of a word. */
function digits(word: number): string {
  return BYTE_DIGITS[(word >>> 8) & 255]! + BYTE_DIGITS[word & 255]!;
}

function hexWord(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = (value << 4) | (DIGITS[text.charCodeAt(at)] as number);
  return value;
}
