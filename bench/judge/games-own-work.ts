/** More than a core's own caches hold, in words of eight bytes. */
const WORDS = 2 ** 20;
const WORDS_PER_LINE = 8;

const data = new Float64Array(WORDS);

/**
 * Stands for the game's own part of a tick, which is not measured. A game works on its own data, and pushes ours out of the
 * processor's caches. Without this, a bench would measure how fast we are while nobody plays.
 */
export function gamesOwnWork(): void {
  for (let at = 0; at < WORDS; at += WORDS_PER_LINE) data[at]! += 1;
}
