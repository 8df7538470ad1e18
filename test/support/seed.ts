import { ROUNDS } from "./rounds.ts";

/** The seed of this run: always the same, except in the full run, which brings a fresh one and prints it. */
export const SEED = Number(process.env.DOUBLETAKE_SEED ?? 1);

/** The seeds to try: a fixed one and, in the full run, as many fresh ones as there are rounds. */
export function seedsWith(fixed: number): readonly number[] {
  if (process.env.DOUBLETAKE_SEED === undefined) return [fixed];
  return [fixed, ...Array.from({ length: ROUNDS }, (_, round) => SEED + round)];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed = SEED): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
