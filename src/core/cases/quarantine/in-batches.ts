/** Questions that may be on their way at one time. */
const BATCH = 64;

/**
 * Asks about each of them, many at a time and not all: a start must not wait for one answer after the other, and thousands of messages
 * at once would keep the store from everything else. The answers are in the order of `all`.
 */
export async function inBatches<T, A>(all: readonly T[], ask: (one: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (let at = 0; at < all.length; at += BATCH)
    answers.push(...(await Promise.all(all.slice(at, at + BATCH).map(ask))));
  return answers;
}
