/** How often a fault is repeated: once, or `DOUBLETAKE_ROUNDS` times in the full run. */
export const ROUNDS = Number(process.env.DOUBLETAKE_ROUNDS) || 1;
