/** How many links of a promise chain are waited for. The longest chain that we meet, flying-squid's physics, has about twenty. */
const MAX_LINKS = 64;

/**
 * Calls back when everything that the current event leads to in this turn is done: `process.nextTick` callbacks and chains of
 * promises. No other event comes in between. Waiting takes time for each link.
 */
export function afterContinuations(act: () => void, links = MAX_LINKS): void {
  let left = links;
  const next = () => {
    if (--left > 0) queueMicrotask(next);
    else act();
  };
  process.nextTick(next);
}
