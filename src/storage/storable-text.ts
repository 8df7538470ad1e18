/** Replaces characters that PostgreSQL cannot hold: U+0000, and halves of surrogate pairs. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
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
