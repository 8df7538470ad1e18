/** More than a core's own caches hold, in words of eight bytes. */
const WORDS = 2 ** 20;
const WORDS_PER_LINE = 8;

const data = new Float64Array(WORDS);

/**
 * Stands for the game's own part of a tick, of which nothing is measured: a game works on its own data, and leaves nothing of
 * ours in the processor's caches. Without it a bench would measure how fast we are when nobody plays.
 */
export function gamesOwnWork(): void {
  for (let at = 0; at < WORDS; at += WORDS_PER_LINE) data[at]! += 1;
}
