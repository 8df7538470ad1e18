/** Longer than any name that a game gives out; the name that a client gives itself can have any length. */
export const MAX_NAME_LENGTH = 64;

/** A player's name as it is kept and shown: one line of bounded length, without control characters or halves of characters. */
export function playerName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && !UNPRINTABLE.test(name)) return name;
  const plain = name.slice(0, MAX_NAME_LENGTH).replaceAll(UNPRINTABLE_RUNS, " ").toWellFormed();
  // A part of a text keeps the whole text in memory; a string that is put together anew does not.
  return Array.from(plain).join("");
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;
const UNPRINTABLE_RUNS = /[\p{Cc}\u2028\u2029]+/gu;
