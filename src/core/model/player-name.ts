/** Longer than any name that a game gives out; what a client calls itself has no end. */
export const MAX_NAME_LENGTH = 64;

/** A player's name as it is kept and shown: one line of bounded length, without control characters or halves of characters. */
export function playerName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && !UNPRINTABLE.test(name)) return name;
  const plain = name.slice(0, MAX_NAME_LENGTH).replaceAll(UNPRINTABLE_RUNS, " ").toWellFormed();
  // A part of a text keeps the whole of it in memory; put together anew it does not.
  return Array.from(plain).join("");
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;
const UNPRINTABLE_RUNS = /[\p{Cc}\u2028\u2029]+/gu;
