// What a start asks of the store before anything can be judged: dozens of questions, on an old server hundreds.

/** Questions that may be on their way at one time. */
const BATCH = 64;

/**
 * Asks once more when the answer got lost: of so many questions one often is, and the whole start would begin anew. For questions, and for
 * writes that may be done twice.
 */
export function askTwice<A>(ask: () => Promise<A>): Promise<A> {
  return ask().catch(ask);
}

/**
 * Asks about each of them, many at a time and not all: a start must not wait for one answer after the other, and thousands of messages
 * at once would keep the store from everything else. The answers are in the order of `all`.
 */
export async function askInBatches<T, A>(all: readonly T[], ask: (one: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH).map((one) => askTwice(() => ask(one)));
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}
