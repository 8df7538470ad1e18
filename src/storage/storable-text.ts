/**
 * What a database keeps of a text. Neither takes everything that a game can send: PostgreSQL refuses U+0000, some tools end SQLite's
 * texts there, and halves of surrogate pairs are no UTF-8. So that a text is the same before and after it was stored, in both
 * databases, it is replaced before it is stored, and before it is asked for.
 */
const ODD = /[\0\ud800-\udfff]/;

export function storableText(text: string): string {
  return ODD.test(text) ? text.toWellFormed().replaceAll("\0", "\uFFFD") : text;
}

const LONGEST_NAME = 255;

/** Cuts a name to a length that an index can hold. */
export function storableName(text: string): string {
  return storableText(text.length > LONGEST_NAME ? text.slice(0, LONGEST_NAME) : text);
}

/** True if a dictionary can hold the name unchanged. */
export function isPlainName(text: string): boolean {
  return text.length <= LONGEST_NAME && storableText(text) === text;
}
