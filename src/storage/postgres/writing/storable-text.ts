/** Text as PostgreSQL can hold it: it has no U+0000, and half a surrogate pair is no character. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

const LONGEST_NAME = 255;

/** A name cut to what an index can hold. */
export function storableName(text: string): string {
  return storableText(text.length > LONGEST_NAME ? text.slice(0, LONGEST_NAME) : text);
}

/** True when the name can stand in a dictionary as it is. */
export function isPlainName(text: string): boolean {
  return text.length <= LONGEST_NAME && storableText(text) === text;
}
