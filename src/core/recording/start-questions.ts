// A start asks the store dozens of questions before anything can be judged, on an old server hundreds.

/** Questions that may be on their way at one time. */
const BATCH = 64;

/**
 * Asks again if the first try fails: of so many answers one often gets lost, and the whole start would have to begin again. For questions,
 * and for writes that may be done twice.
 */
export function askTwice<A>(ask: () => Promise<A>): Promise<A> {
  return ask().catch(ask);
}

/**
 * Asks about each of `all`, in batches. One question after another would make a start slow. Thousands at once would keep the store from
 * everything else. The answers are in the order of `all`.
 */
export async function askInBatches<T, A>(all: readonly T[], ask: (one: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH).map((one) => askTwice(() => ask(one)));
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}
