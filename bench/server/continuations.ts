/** Links of a promise chain that are waited for; flying-squid's physics, the longest chain that we meet, has about twenty. */
const MOST_LINKS = 64;

/**
 * Calls back when the event that is being handled has brought about everything that it leads to in this turn: what was put off
 * by `process.nextTick`, and the chains of promises. Nothing of another event comes in between. Waiting takes time for each link.
 */
export function afterContinuations(act: () => void, links = MOST_LINKS): void {
  let left = links;
  const next = () => {
    if (--left > 0) queueMicrotask(next);
    else act();
  };
  process.nextTick(next);
}
