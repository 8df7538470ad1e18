/** Returns numbers from 0 to 1, the same for the same seed, so that all runs of a bench make the same choices. */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 7919 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
