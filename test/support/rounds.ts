/** How often a fault is repeated: 3 times, or `DOUBLETAKE_ROUNDS` times in the full run. */
export const ROUNDS = Number(process.env.DOUBLETAKE_ROUNDS) || 3;
